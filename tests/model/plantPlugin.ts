import type { Plugin } from 'vite';
import { planted } from './planted.ts';

/** Plants the fault with the number in PLANT, for `npm run walks:check`. */
export function plantFault(): Plugin {
  const fault = planted[Number(process.env.PLANT)];
  return {
    name: 'plant-fault',
    enforce: 'pre',
    transform: (code, id) =>
      fault && id.endsWith(`/src/${fault.file}`) ? code.replace(fault.place, () => fault.to) : undefined,
  };
}

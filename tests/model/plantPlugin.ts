import type { Plugin } from 'vite';
import { planted } from './planted.ts';

/** Plants the fault with the number in PLANT, for `npm run walks:check`. */
export function plantFault(): Plugin {
  const fault = planted[Number(process.env.PLANT)];
  return {
    name: 'plant-fault',
    enforce: 'pre',
    transform(code, id) {
      if (!fault || !id.endsWith(`/src/${fault.file}`)) return;
      if (!code.includes(fault.from)) throw new Error(`${fault.file} has no: ${fault.from}`);
      return code.replace(fault.from, () => fault.to);
    },
  };
}

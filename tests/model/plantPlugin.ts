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

/**
 * The empty boxes that stand for cards while a list loads: nobody is told of them, nothing in them can be pressed, and they
 * would be half of all elements that a walk draws.
 */
export function leaveOutSkeletons(): Plugin {
  const skeleton = /(export const ItemGridSkeleton = \(\) => )\([\s\S]*?\n\);/;
  return {
    name: 'leave-out-skeletons',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/src/features/items/ItemGrid.tsx')) return;
      if (!skeleton.test(code)) throw new Error('ItemGrid.tsx has no skeleton.');
      return code.replace(skeleton, '$1null;');
    },
  };
}

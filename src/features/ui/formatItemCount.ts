import { formatCount } from '../../store/money';

export const formatItemCount = (count: number) =>
  count === 0 ? 'No items' : count === 1 ? '1 item' : `${formatCount(count)} items`;

import type { Reveals } from '../../../shared/media/reveals-context.ts';
import { useCounted } from './use-counted.ts';

/** Around a print without a veil. */
export const CountedGate: Reveals['Gate'] = ({ id, children }) => children(useCounted(id, true));

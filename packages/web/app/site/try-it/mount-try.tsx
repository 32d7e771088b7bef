import '../../shared/zod/schemas-without-eval.ts';
import { createRoot } from 'react-dom/client';
import type { Choice } from '../../shared/try-it/use-try.ts';
import { TryPanel } from './try-panel.tsx';

/** Takes the place over with the panel, which begins to check the picture. */
export function mountTry(place: HTMLElement, first: Choice): void {
  createRoot(place).render(<TryPanel first={first} />);
}

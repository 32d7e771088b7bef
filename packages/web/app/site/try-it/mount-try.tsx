import '../../shared/zod/schemas-without-eval.ts';
import { createRoot } from 'react-dom/client';
import { TryPanel } from './try-panel.tsx';
import type { Choice } from './use-try.ts';

/** Takes the place over with the panel, which begins to check the picture. */
export function mountTry(place: HTMLElement, first: Choice): void {
  createRoot(place).render(<TryPanel first={first} />);
}

import { onPress } from './on-press.ts';

/** `data-back`: the page before. */
export function startBackButtons(): void {
  onPress('data-back', () => window.history.back());
}

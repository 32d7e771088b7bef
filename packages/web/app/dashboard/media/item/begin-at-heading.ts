/**
 * Gives the keyboard to the heading of the item that takes the place of a deleted one, once the question is gone with its page. An address
 * that is replaced moves no focus by itself (`use-route-focus.ts`).
 */
export function beginAtHeading(): Promise<void> {
  return new Promise((resolve) => {
    const begin = () => {
      if (document.querySelector('dialog[open]')) return requestAnimationFrame(begin);
      // Who began a note at once is let write it.
      if (!(document.activeElement instanceof HTMLTextAreaElement)) document.querySelector('h1')?.focus({ preventScroll: true });
      return resolve();
    };
    requestAnimationFrame(begin);
  });
}

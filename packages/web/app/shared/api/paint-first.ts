const inputs = ['keydown', 'pointerdown', 'click'] as const;
/** A window in the background paints nothing. */
const LONGEST_WAIT_MS = 200;

let painting: Promise<void> | null = null;

/** What waits until the picture that somebody asked for is painted: calls, each of which takes a browser a millisecond to begin. */
export const painted = (): Promise<void> | null => painting;

/**
 * Draws something, and runs what follows once that is painted, or before the person does anything else. What follows is dropped when
 * they went back or on meanwhile.
 */
export function paintFirst(draw: () => void, follow: () => void): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  painting = promise;
  const end = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    for (const input of inputs) window.removeEventListener(input, go, { capture: true });
    window.removeEventListener('popstate', end);
    if (painting === promise) painting = null;
    resolve();
  };
  const go = () => {
    end();
    follow();
  };
  let timer = setTimeout(go, LONGEST_WAIT_MS);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(go);
  });
  for (const input of inputs) window.addEventListener(input, go, { capture: true });
  window.addEventListener('popstate', end);
  draw();
}

const inputs = ['keydown', 'pointerdown', 'click'] as const;
/** A window in the background paints nothing. */
const LONGEST_WAIT_MS = 200;

let painting: Promise<void> | null = null;

/** What waits until the picture that somebody asked for is painted: calls, each of which takes a browser a millisecond to begin. */
export const painted = (): Promise<void> | null => painting;

type After = {
  /** Runs once it is painted, or before the person does anything else. */
  follow: () => void;
  /** Runs in its place when they went back or on meanwhile. */
  cancel: () => void;
};

/** Draws something before all else. */
export function paintFirst(draw: () => void, { follow, cancel }: After): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  painting = promise;
  const end = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    for (const input of inputs) window.removeEventListener(input, go, { capture: true });
    window.removeEventListener('popstate', drop);
    if (painting === promise) painting = null;
    resolve();
  };
  const go = () => {
    end();
    follow();
  };
  const drop = () => {
    end();
    cancel();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(go);
  });
  for (const input of inputs) window.addEventListener(input, go, { capture: true });
  window.addEventListener('popstate', drop);
  try {
    draw();
  } finally {
    timer = setTimeout(go, LONGEST_WAIT_MS);
  }
}

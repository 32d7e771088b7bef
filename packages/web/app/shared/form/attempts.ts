import { NotConfirmed } from '../api/not-confirmed.ts';

/**
 * Sends one thing at a time. A second press is dropped even before the page shows that the first is under way: state comes with a later
 * render. A closed question who it is counts as no refusal: the person knows.
 */
export function createAttempts(onBusy: (busy: boolean) => void) {
  let running = false;
  return async (send: () => Promise<unknown>, onRefused: (error: unknown) => void): Promise<void> => {
    if (running) return;
    running = true;
    onBusy(true);
    try {
      await send();
    } catch (error) {
      if (!(error instanceof NotConfirmed)) onRefused(error);
    } finally {
      running = false;
      onBusy(false);
    }
  };
}

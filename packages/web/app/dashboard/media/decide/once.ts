/** Within so long a second press of the same place is a slip. */
const DOUBLE_MS = 500;
const NEAR_PX = 32;

type Press = { detail: number; timeStamp: number; clientX: number; clientY: number };

let last: Press | null = null;

const isSlip = (press: Press): boolean =>
  last !== null &&
  press.timeStamp - last.timeStamp < DOUBLE_MS &&
  Math.hypot(press.clientX - last.clientX, press.clientY - last.clientY) < NEAR_PX;

/**
 * For buttons in whose place another comes once they are pressed, such as that of the next item: the second press of a double one does
 * nothing. A touch counts no presses, so time and place tell. Keys press a button with `detail` 0, and are not meant.
 */
export const once =
  (act: () => void) =>
  (press: Press): void => {
    if (press.detail > 0) {
      if (press.detail === 2 || isSlip(press)) return;
      last = press;
    }
    act();
  };

import type { Category, Threshold } from '@clearframe/contract';
import type { ClassProbabilities } from '../classifier/classifier.ts';
import type { Pixels } from '../decode/pixels.ts';
import { doubtOf, type Scores } from '../scores.ts';

/** A classified second: its pixels as decoded and as the classifier saw them. */
export type ShownSecond = { pixels: Pixels; small: Uint8Array; classes: ClassProbabilities; scores: Scores };

/** Spread of brightness (0…255) from which on a picture shows something: black, a fade or a plain title card has less. */
const SPREAD_FROM = 30;

/**
 * Keeps the second that stands for a video: the most doubtful one, because reviewers must see that; without any the first one that
 * shows something, else the one that shows most. Holds one picture, whatever the length of the video.
 */
export function chooseShown(thresholds: Record<Category, Threshold>): {
  offer: (seen: ShownSecond) => void;
  shown: () => ShownSecond | null;
} {
  let kept: ShownSecond | null = null;
  let doubt = 0;
  let spread = -1;
  return {
    offer(seen) {
      const itsDoubt = doubtOf(seen.scores, thresholds);
      const itsSpread = Math.min(SPREAD_FROM, spreadOf(seen.small));
      if (itsDoubt < doubt || (itsDoubt === doubt && itsSpread <= spread)) return;
      doubt = itsDoubt;
      spread = itsSpread;
      // The memory of the pixels is used again for the next second.
      kept = { ...seen, pixels: { ...seen.pixels, data: Uint8Array.from(seen.pixels.data) } };
    },
    shown: () => kept,
  };
}

/** Standard deviation of the green values, the most of what is seen as brightness. */
function spreadOf(small: Uint8Array): number {
  let sum = 0;
  let squares = 0;
  for (let at = 1; at < small.length; at += 3) {
    const value = small[at] ?? 0;
    sum += value;
    squares += value * value;
  }
  const count = small.length / 3;
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

import { isVideo } from '../../../shared/media/is-video.ts';
import { stateWord, titleOf } from '../../../shared/verdict/verdict.ts';
import type { RollItem } from './kept-roll.ts';

function stateOf({ item, isThere }: RollItem): string {
  if (!isThere) return 'no longer here';
  if (item.withheld) return 'withheld by the operator';
  return item.withheld_for ? 'hidden during your break' : stateWord(item);
}

/** The name of a print, which has no room for words: "beach.mp4, Video, Flagged". */
export const printWords = (shown: RollItem): string =>
  [titleOf(shown.item), ...(isVideo(shown.item) ? ['Video'] : []), stateOf(shown)].join(', ');

import type { MediaUpload } from '@clearframe/contract';
import { verdictOf } from '../../../shared/verdict/verdict.ts';

const firstWords = {
  flagged: 'Pass overrides the flag. Fail confirms it',
  safe: 'Pass confirms the verdict. Fail flags it',
  not_checked: 'Pass marks it safe. Fail flags it',
} as const;

/** What Pass and Fail do to this item. Of the sample it says the same, whatever the verdict: people judge it without knowing. */
export function decideHint(media: MediaUpload): string {
  const words = media.sampled ? 'Pass leaves it as it is. Fail flags it' : firstWords[verdictOf(media)];
  return `${words} and calls your webhook.`;
}

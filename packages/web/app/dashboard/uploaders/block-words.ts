import type { Author } from '@clearframe/contract';
import { waitWords } from '../shell/uploader/uploader-words.ts';

/** Before somebody is blocked: how much of theirs is open, and that a block leaves it so. */
export function blockWords({ counts }: Pick<Author, 'counts'>): string {
  const { undecided } = counts;
  if (undecided === 0) return `${waitWords({ counts })}.`;
  return `${waitWords({ counts })}. Blocking does not decide ${undecided === 1 ? 'it' : 'them'}.`;
}

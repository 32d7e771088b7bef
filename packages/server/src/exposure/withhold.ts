import type { MediaUpload } from '@clearframe/contract';
import type { Context } from '../context.ts';
import { personRests } from './read-exposure.ts';

const none = { signedUrl: null, signedDisplayUrl: null, signedThumbnailUrl: null, signedSmallUrl: null };

const counts = ({ moderationFlagged, needs_review }: MediaUpload) => moderationFlagged === true || needs_review;

/**
 * Items as that person is shown them now: during their break, those that count come without addresses. What is shared with others at this
 * moment stays as it is.
 */
export async function withhold(
  context: Pick<Context, 'clock' | 'db'>,
  caller: { accountId: string; userId: string | null },
  items: MediaUpload[],
): Promise<MediaUpload[]> {
  if (!items.some(counts) || !(await personRests(context, caller))) return items;
  return items.map((item) => (counts(item) ? { ...item, ...none, withheld_for: 'break' } : item));
}

/** The same for one. */
export async function withholdOne(
  context: Pick<Context, 'clock' | 'db'>,
  caller: { accountId: string; userId: string | null },
  item: MediaUpload,
): Promise<MediaUpload> {
  const [shown = item] = await withhold(context, caller, [item]);
  return shown;
}

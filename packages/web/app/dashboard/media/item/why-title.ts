import type { MediaUpload, Moderation } from '@clearframe/contract';
import { wantsReview } from '../../../shared/verdict/verdict.ts';

/** Heads the evidence of an analysis. A flag stays the question, whatever a person decided since. */
export function whyTitle(media: Pick<MediaUpload, 'moderationFlagged' | 'needs_review'>, { passed }: Moderation): string {
  if (!passed) return 'Why it was flagged';
  return wantsReview(media) ? 'Why it needs a person' : 'Findings';
}

import type { MediaUpload, Moderation } from '@clearframe/contract';

const untrustedMaxLength = 2_000;

/** What a stranger wrote, for a program that reads text as it reads orders: short, and without characters that steer a terminal. */
export const plain = (text: string | null | undefined): string | null =>
  text ? text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, untrustedMaxLength) : null;

const verdictOf = (flagged: boolean | null) => (flagged === null ? 'not_checked' : flagged ? 'flagged' : 'safe');

/** Scores from high to low, each with how it was looked at and the limits that decided. */
function categoriesOf({ ai_analysis: ai }: Moderation) {
  return Object.entries(ai.scores)
    .map(([category, score]) => ({ category, score }))
    .toSorted((a, b) => b.score - a.score);
}

/** Why a verdict is what it is, in words of ours alone. */
export function shownVerdict(moderation: Moderation) {
  const { passed, reason, policy_version, keyword_check: keywords, ai_analysis: ai } = moderation;
  const unseen = Object.entries(ai.coverage).flatMap(([category, coverage]) => (coverage === 'not_assessed' ? [category] : []));
  return {
    passed,
    reason,
    policy_version,
    needs_review: ai.needs_review,
    flagged_categories: ai.flagged_categories,
    review_categories: ai.review_categories,
    scores: categoriesOf(moderation),
    thresholds: ai.thresholds,
    not_assessed: unseen,
    keyword_check: {
      passed: keywords.passed,
      found_forbidden: keywords.found_forbidden,
      missing_required: keywords.missing_required,
    },
    ...(ai.flagged_seconds ? { flagged_seconds: ai.flagged_seconds } : {}),
  };
}

/** An item for a program that understands language. What people or pictures say stands under `untrusted`, and nowhere else. */
export function shownItem(media: MediaUpload, publicUrl: string) {
  const { id, createdAt, source, mimeType, moderationFlagged, moderation, needs_review, processing, withheld, author } = media;
  return {
    id,
    page: `${publicUrl}/dashboard/media/${id}`,
    created_at: createdAt,
    source,
    type: mimeType,
    verdict: verdictOf(moderationFlagged),
    is_being_checked: processing,
    needs_review,
    withheld,
    decisions: media.decisions.map(({ id: decision, at, user, token, from, to, label, undone_at }) => ({
      id: decision,
      at,
      by: user?.name ?? token,
      from: verdictOf(from),
      to: verdictOf(to),
      reason: label?.key ?? null,
      undone_at,
    })),
    untrusted: {
      title: plain(media.title),
      description: plain(media.description),
      caption: plain(media.caption),
      text_in_picture: plain(moderation?.ai_analysis.text),
      file_name: plain(media.originalFilename),
      author_id: plain(author?.id),
    },
  };
}

import type { MediaUpload } from '@clearframe/contract';
import { csvLine } from '../csv-line.ts';

type Cell = string | number | null;

const joined = (words: readonly string[] | undefined) => (words?.length ? words.join(', ') : null);

function verdictOf({ moderationFlagged }: MediaUpload): string {
  if (moderationFlagged === null) return 'Not checked';
  return moderationFlagged ? 'Flagged' : 'Safe';
}

/** "weapons 0.91, blood 0.40" */
function flaggedCategories({ moderation }: MediaUpload): string | null {
  const { flagged_categories, scores } = moderation?.ai_analysis ?? { flagged_categories: [], scores: {} };
  return joined(flagged_categories.map((category) => `${category} ${scores[category]?.toFixed(2) ?? ''}`.trim()));
}

/** The decision that stands: the newest that was neither taken back nor overruled. */
const standing = ({ decisions }: MediaUpload) =>
  decisions.findLast(({ undone_at, overruled_at }) => undone_at === null && overruled_at === null);

function decider(item: MediaUpload): string | null {
  const made = standing(item);
  if (!made) return null;
  return made.user?.name ?? (made.token === null ? 'Former member' : `API token ${made.token}`);
}

/** Name and content of every column, in their order. */
const columns: Record<string, (item: MediaUpload) => Cell> = {
  id: ({ id }) => id,
  created_at: ({ createdAt }) => createdAt,
  title: ({ title }) => title,
  file_name: ({ originalFilename }) => originalFilename,
  type: ({ mimeType }) => mimeType,
  size_bytes: ({ fileSize }) => fileSize,
  source: ({ source }) => source,
  verdict: verdictOf,
  needs_review: ({ needs_review }) => (needs_review ? 'yes' : 'no'),
  sampled: ({ sampled }) => (sampled ? 'yes' : 'no'),
  checked_at: ({ moderationCheckedAt }) => moderationCheckedAt,
  flagged_categories: flaggedCategories,
  keywords_found: ({ moderation }) => joined(moderation?.keyword_check.detectedKeywords),
  keywords_missing: ({ moderation }) => joined(moderation?.keyword_check.missingRequired),
  decision: (item) => {
    const made = standing(item);
    return made ? (made.to ? 'Fail' : 'Pass') : null;
  },
  decided_by: decider,
  decided_at: (item) => standing(item)?.at ?? null,
  decision_note: (item) => standing(item)?.note ?? null,
  webhook_status: ({ webhookStatus }) => webhookStatus,
  tags: ({ tags }) => joined(tags),
  caption: ({ caption }) => caption,
  duration_seconds: ({ duration_ms }) => (duration_ms === null ? null : duration_ms / 1_000),
  flagged_seconds: ({ video }) => joined(video?.flagged_seconds.map(String)),
  decision_label: (item) => standing(item)?.label?.key ?? null,
};

/** The names of the columns. */
export const listHead = (): string => csvLine(Object.keys(columns));

/** One item as a line of the list. */
export const listLine = (item: MediaUpload): string => csvLine(Object.values(columns).map((of) => of(item)));

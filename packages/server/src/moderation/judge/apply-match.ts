import type { KnownMatch, Moderation } from '@clearframe/contract';
import type { Near } from '../../known-pictures/find-near.ts';

/** "22 November 2026" (UTC) */
const dayWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "matches an item failed on 22 November 2026", "matches the list “Spring”" */
function matchWords({ row, listName }: Near): string {
  if (listName !== null) return `matches the ${row.list} list “${listName}”`;
  return `matches an item ${row.list === 'block' ? 'failed' : 'passed'} on ${dayWords.format(row.decidedAt)}`;
}

/** What looks like sexual content with minors is never passed by a machine. */
const isBeyondPassing = ({ ai_analysis: ai }: Moderation) =>
  [...ai.flagged_categories, ...ai.review_categories].includes('minor_safety');

const matchOf = ({ row, listName, distance, mirrored }: Near, applied: boolean): KnownMatch => ({
  list: row.list,
  applied,
  distance,
  mirrored,
  media_id: row.mediaId,
  list_name: listName,
  decided_at: row.decidedAt.toISOString(),
  note: row.note,
});

/**
 * The verdict with what the account knows of the picture: of the block list it is flagged, of the allow list it is passed if the
 * account wants that, but never over a keyword rule. Scores and categories stay what was seen. Pure.
 * @param near what it looks like, the most like it first; of both lists the block list counts
 */
export function applyMatch(moderation: Moderation, near: readonly Near[], passKnown: boolean): Moderation {
  const known = near.find(({ row }) => row.list === 'block') ?? near[0];
  if (!known) return moderation;
  const { ai_analysis: ai, keyword_check: keywords } = moderation;
  const blocks = known.row.list === 'block';
  const applied = blocks || (passKnown && !isBeyondPassing(moderation));
  const match = matchOf(known, applied);
  if (!applied) return { ...moderation, match };
  const sentence = `The picture ${matchWords(known)}.`;
  const wasSaid = blocks ? (moderation.passed ? [] : [moderation.reason]) : keywords.passed ? [] : [keywords.reason];
  return {
    ...moderation,
    passed: !blocks && keywords.passed,
    reason: [sentence, ...wasSaid].join(' '),
    ai_analysis: { ...ai, flagged: blocks, needs_review: false },
    match,
  };
}

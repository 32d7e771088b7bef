import { AppError, type FieldError, type PolicyContent, policyChanges, refusedKeywords } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { account, policy } from '../db/schema.ts';
import { saveKeywordSettings } from '../keywords/keyword-settings.ts';
import { recordAudit } from '../security/record-audit.ts';
import { wantsWriting } from './needs-writing.ts';
import { newestPolicy, readPolicy } from './read-policy.ts';
import { wantWriting } from './want-writing.ts';

const words = (rules: PolicyContent['keywords']['required']) => rules.map(({ text }) => text);
const inOrder = ({ keywords }: PolicyContent) => JSON.stringify([words(keywords.required), words(keywords.forbidden)]);

const withoutName = ({
  thresholds,
  on_analyser_error,
  declared_synthetic,
  read_writing,
  keywords,
}: PolicyContent): PolicyContent => ({
  thresholds,
  on_analyser_error,
  declared_synthetic,
  read_writing,
  keywords,
});

/** Refused keywords that are named at a time. */
const NAMED_MAX = 20;

/** Keywords that a search has no time for are refused by name. What was saved before they were stays, until somebody changes it. */
function refuseUnbounded({ keywords }: PolicyContent): void {
  const errors = (['forbidden', 'required'] as const).flatMap((list): FieldError[] =>
    refusedKeywords(keywords[list]).map(({ message }) => ({ path: `${list}_keywords`, message })),
  );
  const [first] = errors;
  if (first) throw new AppError('validation_failed', { errors: errors.slice(0, NAMED_MAX), message: first.message });
}

/** Keywords with how they are matched, in their order. */
const ofKeywords = ({ keywords: { forbidden, required } }: PolicyContent) =>
  JSON.stringify([forbidden, required].map((rules) => rules.map(({ text, match }) => [text, match])));

/**
 * Saves a change as the next version, from the one that stands at that moment: of two people who save at once each changes only
 * their part. A save that changes nothing makes no version. The lists of `keyword_settings` are those of the newest version.
 * @throws AppError validation_failed for keywords that are changed and hold some that cannot be searched for in time
 * @param change what becomes of the content that stands
 */
export async function savePolicy(
  { clock, db, queue }: Pick<Context, 'clock' | 'db' | 'queue'>,
  { accountId, userId }: { accountId: string; userId: string | null },
  change: (before: PolicyContent) => PolicyContent,
): Promise<PolicyContent> {
  return await db.transaction(async (tx) => {
    await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('no key update');
    const newest = await newestPolicy(tx, accountId);
    const before = withoutName(await readPolicy(tx, accountId));
    const content = withoutName(change(before));
    if (ofKeywords(before) !== ofKeywords(content)) refuseUnbounded(content);
    const isSame = policyChanges(before, content).length === 0 && inOrder(before) === inOrder(content);
    const now = clock.now();
    if (!isSame) {
      const number = (newest?.number ?? 0) + 1;
      await tx.insert(policy).values({ accountId, number, createdBy: userId, createdAt: now, content });
      const by = userId === null ? 'rule' : { userId };
      const subject = { type: 'policy', id: String(number) };
      await recordAudit(tx, { accountId, by, action: 'policy.changed', subject, at: now });
    }
    if (!wantsWriting(before) && wantsWriting(content)) await wantWriting({ clock, queue }, tx, accountId);
    const { required, forbidden } = content.keywords;
    const input = { required_keywords: words(required), forbidden_keywords: words(forbidden) };
    await saveKeywordSettings(tx, { accountId, input, now });
    return content;
  });
}

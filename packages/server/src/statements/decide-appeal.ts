import { AppError, type AppealDecision } from '@clearframe/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { appeal, decision, media, statement } from '../db/schema.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { appealMail } from '../mail/templates/appeal-mail.ts';
import { type DecideContext, decideIn, type Person } from '../moderation/decide/decide.ts';
import { authorize } from '../security/authorized.ts';
import { recordAudit } from '../security/record-audit.ts';
import { erasedText } from './erased-text.ts';
import { findStatement, type StatementContext, type StatementRow } from './read-statements.ts';
import { readStatementSettings } from './statement-settings.ts';
import { statementToken } from './statement-token.ts';
import { tellOfAppealEnd } from './tell-statements.ts';

type AppealContext = StatementContext & DecideContext & Pick<Context, 'queue'>;

/** Whoever failed the item, or agreed to that, has made up their mind. @throws AppError another_person_needed */
async function requireAnother(tx: Tx, { accountId, userId }: Person, { mediaId, deciders }: StatementRow): Promise<void> {
  if ((await readStatementSettings(tx, accountId)).same_person_appeals) return;
  const own = and(eq(decision.mediaId, mediaId), eq(decision.userId, userId), eq(decision.to, true), isNull(decision.undoneAt));
  if (deciders?.includes(userId) || (await tx.$count(decision, own)) > 0) throw new AppError('another_person_needed');
}

/** The item passes by a decision of that person, which takes the strike back. One that was deleted since has nothing to pass. */
async function passItem(context: AppealContext, tx: Tx, person: Person, mediaId: string): Promise<void> {
  const { accountId } = person;
  const isThere = await tx.$count(media, and(eq(media.id, mediaId), eq(media.accountId, accountId), media.kept));
  if (isThere === 0) return;
  await decideIn(context, tx, person, mediaId, {
    verdict: 'pass',
    undoDelayMs: 0,
    note: 'The appeal was right.',
    override: true,
    tellsPass: true,
  });
}

type Outcome = { to: string; outcome: AppealDecision['outcome']; stated: StatementRow };

async function mailOutcome(context: AppealContext, tx: Tx, { to, outcome, stated }: Outcome): Promise<void> {
  const url = `${context.config.publicUrl}/statement/${statementToken(context, stated.id)}`;
  const { platformName, words } = stated.content;
  await queueMail(context, appealMail({ to, platformName, outcome, words: words?.[`appeal_${outcome}`], url }), tx);
}

/** Whether who appealed was erased meanwhile: nobody needs their words now. Whoever erases them waits, and finds the appeal decided. */
async function wasErased(tx: Tx, { id }: StatementRow): Promise<boolean> {
  const [now] = await tx.select({ erasedAt: statement.erasedAt }).from(statement).where(eq(statement.id, id)).for('share');
  return now?.erasedAt != null;
}

/**
 * Upholds the decision, or reverses it, and mails the outcome: all of it, or nothing.
 * @throws AppError appeal_not_found, appeal_decided, another_person_needed, second_person_needed
 */
export async function decideAppeal(context: AppealContext, person: Person, id: string, asked: AppealDecision): Promise<void> {
  const { outcome, answer } = asked;
  await context.db.transaction(async (tx) => {
    const [found] = await tx.select().from(appeal).where(eq(appeal.id, id)).for('update');
    const row = authorize(found, person, 'appeal_not_found');
    if (row.decidedAt !== null) throw new AppError('appeal_decided');
    const { row: stated } = await findStatement(tx, person.accountId, row.statementId);
    await requireAnother(tx, person, stated);
    const now = context.clock.now();
    await tx.update(appeal).set({ outcome, answer, decidedAt: now, decidedBy: person.userId }).where(eq(appeal.id, id));
    if (outcome === 'reversed') {
      await passItem(context, tx, person, stated.mediaId);
      await tx.update(statement).set({ reversedAt: now }).where(eq(statement.id, stated.id));
    }
    const subject = { type: 'appeal', id };
    const detail = { statement: stated.id, outcome };
    await recordAudit(tx, { accountId: row.accountId, by: person, action: 'appeal.decided', subject, detail, at: now });
    if (row.email !== null) await mailOutcome(context, tx, { to: row.email, outcome, stated });
    if (await wasErased(tx, stated)) await tx.update(appeal).set({ text: erasedText, email: null }).where(eq(appeal.id, id));
    await tellOfAppealEnd(context, tx, row, stated.mediaId);
  });
}

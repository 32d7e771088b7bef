import { AppError, type SendTransparencyInput, type TransparencyRun } from '@clearframe/contract';
import { and, eq, isNull, max, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { statement, transparencyRun } from '../db/schema.ts';
import { recordAudit } from '../security/record-audit.ts';
import { destinationOf } from './destination.ts';
import { runView } from './run-row.ts';
import { settingsRow } from './transparency-settings.ts';
import { countUnsent } from './unsent-statements.ts';

type StartContext = Pick<Context, 'clock' | 'db' | 'queue' | 'secrets'>;

const when = (text: string | undefined) => (text === undefined ? null : new Date(text));

/**
 * Has a job send what was not sent, or check it alone. While one of its kind is open, that one is the answer: pressed twice, it runs once.
 * @throws AppError transparency_off
 */
export async function startRun(
  context: StartContext,
  { accountId, userId }: { accountId: string; userId: string },
  { dry_run: dryRun, from, to }: SendTransparencyInput,
): Promise<TransparencyRun> {
  const { clock, db, queue } = context;
  return await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`transparency runs of ${accountId}`}, 0))`);
    if (destinationOf(context, await settingsRow(tx, accountId)) === null) throw new AppError('transparency_off');
    const isOpen = and(eq(transparencyRun.accountId, accountId), isNull(transparencyRun.finishedAt));
    const [open] = await tx
      .select()
      .from(transparencyRun)
      .where(and(isOpen, eq(transparencyRun.dryRun, dryRun)));
    if (open) return runView(open);
    const [last] = await tx
      .select({ number: max(statement.number) })
      .from(statement)
      .where(eq(statement.accountId, accountId));
    const period = { fromAt: when(from), toAt: when(to), until: last?.number ?? 0 };
    const total = await countUnsent(tx, { accountId, from: period.fromAt, to: period.toAt, until: period.until });
    const values = { accountId, dryRun, state: 'queued' as const, ...period, total, createdAt: clock.now() };
    const [made] = await tx.insert(transparencyRun).values(values).returning();
    if (!made) throw new Error('The run was not written');
    await queue.add('send-statements', { runId: made.id }, { tx, singletonKey: made.id, group: accountId });
    const subject = { type: 'transparency_run', id: made.id };
    const by = { userId };
    if (!dryRun)
      await recordAudit(tx, { accountId, by, action: 'transparency.sent', subject, detail: { total }, at: made.createdAt });
    return runView(made);
  });
}

import { AppError, type BulkRun, type BulkRunInput, limits } from '@clearframe/contract';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { bulkRun, bulkRunItem, decision, media } from '../../db/schema.ts';
import { authorize } from '../../security/authorized.ts';
import type { Person } from '../decide/decide.ts';
import { requireLabel } from '../decide/label-of-decision.ts';
import { laterThan, positionAt, requireSortable } from '../list/list-order.ts';
import { mediaConditions } from '../list/media-filter.ts';
import { bulkRunView, writeProgress } from './bulk-run-row.ts';

type StartContext = Pick<Context, 'clock' | 'db' | 'live' | 'queue'>;

/** Starts of one person come one after the other, so that one run is under way at most. @throws AppError bulk_run_running */
async function requireNoneRunning(tx: Tx, { accountId, userId }: Person): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bulk run of ${userId} in ${accountId}`}, 0))`);
  const mine = and(eq(bulkRun.accountId, accountId), eq(bulkRun.userId, userId));
  const running = await tx.$count(bulkRun, and(mine, inArray(bulkRun.state, ['running', 'undoing'])));
  if (running > 0) throw new AppError('bulk_run_running');
}

/** Writes which items those are, and the newest decision of each, in one statement: one moment of the database. */
async function freeze(tx: Tx, runId: string, accountId: string, { filter, newest_id }: BulkRunInput): Promise<void> {
  const [row] = await tx
    .select({ id: media.id, accountId: media.accountId, at: positionAt('newest') })
    .from(media)
    .where(and(eq(media.id, newest_id), media.kept));
  const newest = authorize(row, { accountId }, 'media_not_found');
  const newestDecision = tx
    .select({ id: decision.id })
    .from(decision)
    .where(eq(decision.mediaId, media.id))
    .orderBy(desc(decision.at), desc(decision.id))
    .limit(1);
  const { sort: _, ...narrowed } = filter;
  const isNewestOrBefore = sql`(${media.id} = ${newest.id} or ${laterThan('newest', newest)})`;
  const matching = tx
    .select({
      runId: sql`${runId}::uuid`.as('run_id'),
      position: sql`row_number() over (order by ${media.createdAt} desc, ${media.id})::int`.as('position'),
      mediaId: media.id,
      lastDecision: sql`(${newestDecision})`.as('last_decision'),
      outcome: sql`null::text`.as('outcome'),
      decisionId: sql`null::uuid`.as('decision_id'),
    })
    .from(media)
    // Nobody decides by a list what nobody can look at.
    .where(and(mediaConditions(accountId, narrowed), isNewestOrBefore, isNull(media.legalHoldAt)))
    .limit(limits.bulkRunMax + 1);
  const { rowCount } = await tx.insert(bulkRunItem).select(matching);
  if ((rowCount ?? 0) > limits.bulkRunMax) throw new AppError('bulk_run_too_large');
  await tx
    .update(bulkRun)
    .set({ total: rowCount ?? 0 })
    .where(eq(bulkRun.id, runId));
}

/**
 * Freezes what a filter lets through, and has a job decide it.
 * @throws AppError bulk_run_running, bulk_run_too_large, media_not_found (the newest item), validation_failed
 */
export async function startBulkRun(context: StartContext, person: Person, input: BulkRunInput): Promise<BulkRun> {
  const { clock, db, queue } = context;
  const { accountId, userId } = person;
  const { action, filter, label, note } = input;
  requireSortable(filter);
  await requireLabel(db, accountId, { verdict: action, label });
  return await db.transaction(async (tx) => {
    await requireNoneRunning(tx, person);
    const values = { accountId, userId, action, label: label ?? null, note: note || null, createdAt: clock.now() };
    const [made] = await tx.insert(bulkRun).values(values).returning({ id: bulkRun.id });
    if (!made) throw new Error('The run was not written');
    await freeze(tx, made.id, accountId, input);
    await queue.add('run-bulk', { runId: made.id }, { tx, singletonKey: made.id, group: accountId });
    const row = await writeProgress(context, tx, made.id);
    if (!row) throw new Error('The run was not written');
    return bulkRunView(row);
  });
}

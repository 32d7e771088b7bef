import type { Label } from '@clearframe/contract';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { reportedStatement, transparencyRun } from '../db/schema.ts';
import { readLabels } from '../labels/read-labels.ts';
import { destinationOf } from './destination.ts';
import { type Judged, judgeStatement } from './judge-statement.ts';
import { type FieldFault, type Outcome, readAnswer } from './read-answer.ts';
import { endRun, type RunRow } from './run-row.ts';
import { settingsRow } from './transparency-settings.ts';
import { unsentStatements } from './unsent-statements.ts';

type SendContext = Pick<Context, 'clock' | 'db' | 'fetcher' | 'log' | 'secrets'>;

/** Of one call, as the database allows. */
const batch = 100;
const timeoutMs = 60_000;
/** Its answer repeats a hundred statements. */
const answerMaxBytes = 8 * 1_048_576;

/** The database asks for patience, or cannot be reached. The queue tries again. */
export class TryLater extends Error {
  override name = 'TryLater';
}

const isOpen = (id: string) => and(eq(transparencyRun.id, id), isNull(transparencyRun.finishedAt));

async function ask(
  { fetcher, log }: SendContext,
  to: { url: string; token: string },
  judged: readonly Judged[],
  signal: AbortSignal,
) {
  const headers = {
    authorization: `Bearer ${to.token}`,
    'content-type': 'application/json',
    accept: 'application/json',
  };
  const body = JSON.stringify({ statements: judged.map(({ shape }) => shape) });
  const puids = judged.map(({ shape }) => shape.puid);
  try {
    const { status, start } = await fetcher.post(to.url, { headers, body, timeoutMs, signal, answerMaxBytes });
    return readAnswer({ status, text: start }, puids);
  } catch (error) {
    signal.throwIfAborted();
    log.info({ err: error }, 'could not reach the transparency database');
    return { kind: 'later', why: 'We could not reach the database. We try again.' } satisfies Outcome;
  }
}

type Said = { state: 'sent'; uuid: string | null } | { state: 'refused'; errors: FieldFault[] };

/** What was sent once stays sent, whoever says otherwise later. @returns whether it was written */
async function record(tx: Tx, run: RunRow, { unsent: { id }, hash }: Judged, said: Said, at: Date): Promise<boolean> {
  const values = {
    state: said.state,
    uuid: said.state === 'sent' ? said.uuid : null,
    errors: said.state === 'refused' ? said.errors : null,
    refusedHash: said.state === 'refused' ? hash : null,
    at,
  };
  const { rowCount } = await tx
    .insert(reportedStatement)
    .values({ statementId: id, accountId: run.accountId, ...values })
    .onConflictDoUpdate({ target: reportedStatement.statementId, set: values, setWhere: ne(reportedStatement.state, 'sent') });
  return rowCount === 1;
}

function saidOf({ shape: { puid } }: Judged, outcome: Outcome): Said | undefined {
  if (outcome.kind === 'created') return { state: 'sent', uuid: outcome.uuids.get(puid) ?? null };
  if (outcome.kind !== 'offenders') return undefined;
  const errors = outcome.refused.get(puid);
  if (errors) return { state: 'refused', errors };
  return outcome.known.has(puid) ? { state: 'sent', uuid: null } : undefined;
}

/** Writes down what the database said, with the counts of the run: both, or neither. @returns what may be sent again */
async function settle({ clock, db }: SendContext, run: RunRow, judged: readonly Judged[], outcome: Outcome): Promise<Judged[]> {
  const left: Judged[] = [];
  await db.transaction(async (tx) => {
    const counts = { sent: 0, refused: 0 };
    const now = clock.now();
    for (const one of judged) {
      const said = saidOf(one, outcome);
      if (said === undefined) left.push(one);
      else if (await record(tx, run, one, said, now)) counts[said.state] += 1;
    }
    const { sent, refused } = counts;
    await tx
      .update(transparencyRun)
      .set({
        sent: sql`${transparencyRun.sent} + ${sent}`,
        refused: sql`${transparencyRun.refused} + ${refused}`,
        valid: sql`${transparencyRun.valid} + ${sent + refused}`,
        error: null,
      })
      .where(isOpen(run.id));
  });
  return left;
}

/**
 * Sends one batch until each statement of it is created or refused.
 * @returns whether the run goes on
 * @throws TryLater
 */
async function deliver(context: SendContext, run: RunRow, judged: readonly Judged[], signal: AbortSignal): Promise<boolean> {
  const { db } = context;
  let left = [...judged];
  while (left.length > 0) {
    signal.throwIfAborted();
    // Read each time: a new token counts at once, and whoever switches it off stops it.
    const to = destinationOf(context, await settingsRow(db, run.accountId));
    if (to === null) {
      await endRun(context, run.id, 'failed', 'Reporting was switched off, or its token is gone.');
      return false;
    }
    await db
      .update(transparencyRun)
      .set({ calls: sql`${transparencyRun.calls} + 1` })
      .where(isOpen(run.id));
    const outcome = await ask(context, to, left, signal);
    if (outcome.kind === 'failed') {
      await endRun(context, run.id, 'failed', outcome.why);
      return false;
    }
    if (outcome.kind === 'later') {
      await db.update(transparencyRun).set({ error: outcome.why }).where(isOpen(run.id));
      throw new TryLater(outcome.why);
    }
    left = await settle(context, run, left, outcome);
  }
  return true;
}

async function judgePiece({ db }: SendContext, run: RunRow, labels: readonly Label[]): Promise<Judged[]> {
  const { accountId, fromAt: from, toAt: to, position: above, until } = run;
  const rows = await unsentStatements(db, { accountId, from, to, above, until }, { limit: batch });
  const scope = await settingsRow(db, accountId);
  return rows.map((row) => judgeStatement(row, labels, scope));
}

/** @returns whether there may be more */
async function workPiece(context: SendContext, run: RunRow, signal: AbortSignal): Promise<boolean> {
  const { db } = context;
  const judged = await judgePiece(context, run, await readLabels(db, run.accountId));
  const last = judged.at(-1);
  if (!last) {
    await endRun(context, run.id, 'done', null);
    return false;
  }
  const valid = judged.filter(({ errors }) => errors.length === 0);
  if (!run.dryRun && !(await deliver(context, run, valid, signal))) return false;
  const here = and(isOpen(run.id), eq(transparencyRun.position, run.position));
  await db
    .update(transparencyRun)
    .set({
      position: last.unsent.number,
      ...(run.dryRun ? { valid: sql`${transparencyRun.valid} + ${valid.length}` } : {}),
    })
    .where(here);
  return true;
}

/**
 * Sends what a run is of, or only judges it. May be cut off anywhere and run again, also beside itself: what the database has it calls
 * known, and that counts as sent.
 * @param run `alive` tells the queue that it goes on
 * @throws TryLater; the signal's reason
 */
export async function sendStatements(
  context: SendContext,
  runId: string,
  { signal, alive }: { signal: AbortSignal; alive(): void },
): Promise<void> {
  const { db } = context;
  await db.update(transparencyRun).set({ state: 'running' }).where(isOpen(runId));
  for (;;) {
    signal.throwIfAborted();
    alive();
    const [run] = await db.select().from(transparencyRun).where(isOpen(runId));
    if (!run || !(await workPiece(context, run, signal))) return;
  }
}

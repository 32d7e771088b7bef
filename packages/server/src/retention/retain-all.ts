import { and, asc, eq, gt, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { visitorAccountId } from '../accounts/visitor-account-id.ts';
import type { Context } from '../context.ts';
import { isDatabaseFault } from '../db/database-fault.ts';
import { account, retention, sweepPosition } from '../db/schema.ts';
import { recordAudit } from '../security/record-audit.ts';
import { readRetentionMax } from '../settings/retention-max.ts';
import type { RetainContext } from './days.ts';
import { type Forgotten, retainAccount } from './retain-account.ts';

const dayMs = 24 * 3_600_000;
const step = 'retention';
/** Before and after every id. */
const [beginning, end] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
/** Accounts of one statement. */
const PAGE = 100;

type AllContext = RetainContext & Pick<Context, 'log'>;

/** When the round under way began, and how far it is; null = none is due. */
async function findRound({ clock, db }: AllContext): Promise<{ at: Date; after: string } | null> {
  const [kept] = await db.select().from(sweepPosition).where(eq(sweepPosition.step, step));
  const now = clock.now();
  if (kept && kept.id !== end) return { at: kept.at, after: kept.id };
  return kept && now.getTime() - kept.at.getTime() < dayMs ? null : { at: now, after: beginning };
}

async function keepRound({ db }: AllContext, at: Date, id: string): Promise<void> {
  const row = { step, at, id };
  await db.insert(sweepPosition).values(row).onConflictDoUpdate({ target: sweepPosition.step, set: row });
}

/** Open accounts after an id that keep something for some days only. */
async function nextAccounts({ config, db }: AllContext, after: string): Promise<string[]> {
  const chosen = [retention.safeDays, retention.flaggedDays, retention.resultsDays, retention.logsDays];
  const isBound = Object.values(await readRetentionMax(db, config)).some((days) => days !== null);
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .leftJoin(retention, eq(retention.accountId, account.id))
    .where(
      and(
        isNull(account.deletedAt),
        gt(account.id, after),
        ne(account.id, visitorAccountId),
        isBound ? undefined : or(...chosen.map((days) => isNotNull(days))),
      ),
    )
    .orderBy(asc(account.id))
    .limit(PAGE);
  return rows.map(({ id }) => id);
}

/** One entry for what a run removed of an account. */
async function noteRun({ clock, db }: AllContext, accountId: string, forgotten: Forgotten): Promise<void> {
  const { items, results, deliveries, securityLines: security_lines } = forgotten;
  const detail = { items, results, deliveries, security_lines };
  await recordAudit(db, { accountId, by: 'rule', action: 'retention.ran', detail, at: clock.now() });
}

/**
 * Goes through all accounts once a day, and goes on where a run before was cut off. An account whose turn fails does not keep the
 * others from theirs.
 * @param eachBatch awaited before each piece; what it throws ends the run
 * @throws what `eachBatch` throws; a fault of the database; AggregateError when the turn of an account failed
 */
export async function retainAll(context: AllContext, eachBatch: () => Promise<void>): Promise<void> {
  const { log } = context;
  const round = await findRound(context);
  if (!round) return;
  const problems: unknown[] = [];
  let ended: { error: unknown } | undefined;
  const orEnd = async () => {
    await eachBatch().catch((error: unknown) => {
      ended = { error };
      throw error;
    });
  };
  for (let { after } = round; after !== end; ) {
    const accounts = await nextAccounts(context, after);
    for (const accountId of accounts) {
      try {
        const forgotten = await retainAccount(context, accountId, orEnd);
        if (Object.values(forgotten).every((count) => count === 0)) continue;
        log.info({ accountId, ...forgotten }, 'expired data removed');
        await noteRun(context, accountId, forgotten);
      } catch (error) {
        if (ended || isDatabaseFault(error)) throw error;
        problems.push(error);
      }
    }
    after = accounts.length < PAGE ? end : (accounts.at(-1) ?? end);
    await keepRound(context, round.at, after);
  }
  if (problems.length > 0) throw new AggregateError(problems, 'retention failed for some accounts');
}

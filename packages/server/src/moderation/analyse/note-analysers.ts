import type { AnalyserFault, AnalyserRun } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { analyserState } from '../../db/schema.ts';

/** A failure of an analyser is written once in so long, and so is that it answers: pictures come faster than anybody looks. */
const writtenAgainMs = 10_000;
/** Of one picture alone: to these the analyser answered, and whoever uploads such pictures must not make it look broken. */
const ofThePicture: readonly AnalyserFault[] = ['rejected', 'garbage'];

/** All that is written of a run. */
type Run = Pick<AnalyserRun, 'name' | 'outcome' | 'fault'>;
/** When its last failure was written, and when since then that it answers. */
type Written = { failedAt: number; answeredAt: number };
const never: Written = { failedAt: Number.NEGATIVE_INFINITY, answeredAt: Number.NEGATIVE_INFINITY };
/** What this process wrote last, by the pool that it wrote through. */
const written = new WeakMap<object, Map<string, Written>>();

const hasAnswered = ({ outcome, fault }: Run): boolean =>
  outcome === 'answered' || (fault !== null && ofThePicture.includes(fault));

/** That it answers again after a failure is news, once: another failure is none before its time. */
function isNews(db: object, run: Run, at: number): boolean {
  const known = written.get(db) ?? new Map<string, Written>();
  written.set(db, known);
  const last = known.get(run.name) ?? never;
  const answers = hasAnswered(run);
  if (at - (answers ? last.answeredAt : last.failedAt) < writtenAgainMs) return false;
  known.set(run.name, answers ? { ...last, answeredAt: at } : { ...never, failedAt: at });
  return true;
}

async function note(db: Context['db'], run: Run): Promise<void> {
  const { name, fault } = run;
  const changes = hasAnswered(run) ? { answeredAt: sql`now()` } : { failedAt: sql`now()`, fault };
  // One that fails again and again is not asked for a while, which counts as unreachable: what it said itself tells more.
  const spared = sql`${analyserState.failedAt} > coalesce(${analyserState.answeredAt}, '-infinity')`;
  const kept = sql`case when ${spared} then ${analyserState.fault} else ${fault}::text end`;
  await db
    .insert(analyserState)
    .values({ name, ...changes })
    .onConflictDoUpdate({
      target: analyserState.name,
      set: fault === 'unreachable' ? { ...changes, fault: kept } : changes,
    });
}

/**
 * Writes down for the console how analysers answered. One that was not asked says nothing, and no verdict fails because this did.
 * @param now ms of a clock that only runs forward
 */
export async function noteAnalysers(
  { db, log }: Pick<Context, 'db' | 'log'>,
  runs: readonly Run[],
  now: () => number = () => performance.now(),
): Promise<void> {
  const news = runs.filter((run) => run.outcome !== 'not_asked' && isNews(db, run, now()));
  for (const run of news)
    await note(db, run).catch((error: unknown) => log.warn({ err: error }, 'the state of an analyser was not written down'));
}

import { type AnalyserFault, type AnalyserHealth, faultWords, type HealthCheck } from '@clearframe/contract';
import { check, counted, worst } from './health-check.ts';

export type AnalyserSeen = { name: string; answeredAt: Date | null; failedAt: Date | null; fault: AnalyserFault | null };

/** Older answers say nothing about now. */
const lateMs = 24 * 3_600_000;
/** So long after its newest fault an analyser that answers counts as well again. */
const wellAfterMs = 10 * 60_000;

const wordsOf = (fault: AnalyserFault | null): string => {
  const words = fault === null ? 'it failed' : faultWords[fault];
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
};

function stateOf({ answeredAt, failedAt }: Pick<AnalyserSeen, 'answeredAt' | 'failedAt'>, now: Date): AnalyserHealth['state'] {
  const [answered, failed] = [answeredAt, failedAt].map((at) => at?.getTime() ?? Number.NEGATIVE_INFINITY);
  if (answered === undefined || failed === undefined || now.getTime() - Math.max(answered, failed) > lateMs) return null;
  if (failed > answered) return 'failed';
  return now.getTime() - failed < wellAfterMs ? 'degraded' : 'ok';
}

/**
 * Analysers beside the built-in one: those that this process is set to ask, and others that some process asked lately.
 * @param configured their names, in the order of the setting
 * @param now by the database's clock, like the times
 */
export function judgeAnalysers(seen: readonly AnalyserSeen[], configured: readonly string[], now: Date): AnalyserHealth[] {
  const known = new Map(seen.map((one) => [one.name, one]));
  const others = seen.filter((one) => !configured.includes(one.name) && stateOf(one, now) !== null).map(({ name }) => name);
  return [...configured, ...others.sort()].map((id) => {
    const one = known.get(id);
    return {
      id,
      state: one ? stateOf(one, now) : null,
      last_error: one?.failedAt ? wordsOf(one.fault) : null,
      last_error_at: one?.failedAt?.toISOString() ?? null,
    };
  });
}

/** Their check; null where none is asked. @param analysers null = they could not be read in time */
export function analysersCheck(analysers: readonly AnalyserHealth[] | null): HealthCheck | null {
  if (analysers === null) return check('analysers', 'degraded', 'How they answered could not be read in time.');
  if (analysers.length === 0) return null;
  const state = worst(analysers.map((one) => one.state ?? 'ok'));
  const faulty = analysers.filter((one) => one.state === 'failed' || one.state === 'degraded');
  if (faulty.length > 0) return check('analysers', state, faulty.map(({ id, last_error: error }) => `${id}: ${error}`).join(' '));
  const silent = analysers.filter((one) => one.state === null).length;
  if (silent === analysers.length) return check('analysers', state, 'None was asked in the last 24 hours.');
  return check('analysers', state, `${counted(analysers.length - silent, 'analyser answers', 'analysers answer')}.`);
}

import type { HealthCheck } from '@clearframe/contract';
import { check, worst } from './health-check.ts';
import type { DatabaseSeen } from './read-database.ts';

/** A statement that reads nothing. */
const slowMs = 500;
/** Above this share of the connections new processes soon find none. */
const crowdedShare = 0.9;
const lateSeconds = 60;

type Facts = Pick<DatabaseSeen, 'isStandby' | 'isReadOnly' | 'connections' | 'tookMs'>;
type Standby = { standby: string; lagSeconds: number };

function* faultsOf({ isStandby, isReadOnly, connections, tookMs }: Facts, standbys: readonly Standby[]): Generator<string> {
  if (isStandby) yield 'It is a standby: nothing can be written.';
  else if (isReadOnly) yield 'It is read-only: nothing can be written.';
  if (connections.used > connections.max * crowdedShare) yield 'Few connections are left.';
  if (tookMs > slowMs) yield 'It is slow.';
  for (const { standby, lagSeconds } of standbys)
    if (lagSeconds > lateSeconds) yield `The standby ${standby} is ${Math.round(lagSeconds)} s late.`;
}

/** The database answered, or there would be nothing to judge. */
export function judgeDatabase(facts: Facts, standbys: readonly Standby[]): HealthCheck {
  const { connections, tookMs } = facts;
  const faults = [...faultsOf(facts, standbys)];
  const state = worst(faults.map(() => 'degraded'));
  const found = `Answers in ${Math.max(1, Math.round(tookMs))} ms. ${connections.used} of ${connections.max} connections used.`;
  return check('database', state, [...faults, found].join(' '));
}

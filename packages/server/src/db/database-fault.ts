/**
 * Class 08: the connection. 53: the server has no room. 57P01…03: it stops or starts. 25006: it became read-only. 25P03, 25P04: it ended a
 * session of ours.
 */
const faultStates = /^(?:08...|53...|57P0[1-3]|25006|25P0[34])$/;
const faultCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);
/** The client's own words for a connection that is gone, or that it did not get in time. */
const faultSentences =
  /^(?:Query read timeout|Connection terminated\b|timeout exceeded when trying to connect|Client (?:was closed|has encountered))/;

/** Said by a pool, and by ours, where all of its connections stayed in use. */
export const poolFull = 'timeout exceeded when trying to connect';

const lockTimeout = '55P03';
const statementTimeout = '57014';
const deadlock = '40P01';

const faults = new WeakSet<Error>();

function* causesOf(error: unknown): Generator<Error> {
  const seen = new Set<unknown>();
  for (let one = error; one instanceof Error && !seen.has(one); one = one.cause) {
    seen.add(one);
    yield one;
  }
}

const codeOf = (error: Error): unknown => ('code' in error ? error.code : undefined);

/** Marks an error as one of the database, not of what was asked. @param whole any error is one: the connection was not even made */
export function noteFault(error: unknown, whole = false): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  const isFault =
    whole || faultSentences.test(error.message) || (typeof code === 'string' && (faultStates.test(code) || faultCodes.has(code)));
  if (isFault) faults.add(error);
  return isFault;
}

/**
 * Whether the database is away, read-only or full, as far as the database room or the queue saw it: the same work succeeds later, and
 * the item is not to blame. Errors of other servers with the same codes are none.
 */
export function isDatabaseFault(error: unknown): boolean {
  for (const one of causesOf(error)) if (faults.has(one)) return true;
  return false;
}

/** Whether all connections of a pool stayed in use for as long as somebody waits for one. */
export function isPoolFull(error: unknown): boolean {
  for (const one of causesOf(error)) if (one.message === poolFull) return true;
  return false;
}

/** Whether the database ended a transaction because it and another one waited for each other: nothing of it stands. */
export function isDeadlock(error: unknown): boolean {
  for (const one of causesOf(error)) if (codeOf(one) === deadlock) return true;
  return false;
}

/** Whether a statement was ended because it, or the lock that it waited for, took too long. */
export function isDatabaseSlow(error: unknown): boolean {
  for (const one of causesOf(error)) if (codeOf(one) === lockTimeout || codeOf(one) === statementTimeout) return true;
  return false;
}

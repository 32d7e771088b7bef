import { parseArgs } from 'node:util';
import type { Grant } from './grant.ts';

/** Wrong words on the command line: the message, and how it is meant. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const operatorUsage = `Usage: clearframe grant EMAIL FRAMES --reason TEXT

Gives the account of EMAIL that many frames for one month, beside what it has.
The reason is kept in the ledger. Reads DATABASE_URL, or DATA_DIR (default ./data).`;

/** Most that one grant gives: the counters are 32 bits wide and several grants add up. */
const framesMax = 100_000_000;
const reasonMaxLength = 200;

/** @throws UsageError with the sentence for the operator */
export function parseGrant(args: readonly string[]): Grant {
  const { values, positionals } = readArgs(args);
  const [command, email, frames, ...rest] = positionals;
  if (command !== 'grant') throw new UsageError(command ? `There is no command "${command}".` : 'A command is missing.');
  if (!email || !frames || rest.length > 0) throw new UsageError('grant takes an email address and a number of frames.');
  if (!/^[1-9]\d*$/.test(frames) || Number(frames) > framesMax)
    throw new UsageError(`FRAMES: "${frames}" is not accepted: a whole number from 1 to ${framesMax}.`);
  const reason = values.reason?.trim() ?? '';
  if (reason === '') throw new UsageError('--reason is missing: say in a few words why the frames are given.');
  if (reason.length > reasonMaxLength) throw new UsageError(`--reason has at most ${reasonMaxLength} characters.`);
  return { email, frames: Number(frames), reason };
}

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { reason: { type: 'string' } } });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { listActs, type OperatorEntry } from '../console/operator-log.ts';
import { UsageError } from './command.ts';
import { openOperatorDatabase } from './operator-database.ts';
import type { Run } from './run.ts';

const usualEntries = 50;
const entriesMax = 10_000;

function readArgs(args: readonly string[]): { json: boolean; most: number } {
  try {
    const options = { json: { type: 'boolean' }, last: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const { json = false, last = String(usualEntries) } = values;
    if (!/^[1-9]\d{0,4}$/.test(last) || Number(last) > entriesMax)
      throw new UsageError(`--last: "${last}" is not accepted: a whole number from 1 to ${entriesMax}.`);
    if (positionals.length === 1) return { json, most: Number(last) };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(error instanceof Error ? error.message : String(error));
  }
  throw new UsageError('log takes --last NUMBER and --json.');
}

/** `moved 12, state ended`. */
const detailOf = (detail: OperatorEntry['detail']): string | null =>
  detail &&
  Object.entries(detail)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

const lineOf = ({ seq, at, actor, action, subject, reason, detail }: OperatorEntry): string =>
  [String(seq).padStart(5), at.toISOString(), actor, action, subject, reason && JSON.stringify(reason), detailOf(detail)]
    .filter((part) => part !== null)
    .join('  ');

/** `clearframe log`: what operators changed by commands, newest last, as a terminal is read. */
export const log: Run = async (args, env, { print }) => {
  const { json, most } = readArgs(args);
  const { close, db } = await openOperatorDatabase(readConfig(env));
  try {
    const entries = (await listActs(db, most)).reverse();
    if (json) print(JSON.stringify(entries, null, 2));
    else if (entries.length === 0) print('No command changed anything yet.');
    else for (const entry of entries) print(lineOf(entry));
    return 0;
  } finally {
    await close();
  }
};

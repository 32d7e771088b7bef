import { parseArgs } from 'node:util';
import type { RetentionDays } from '../config-retention.ts';
import { retentionVariableOf, retentionVariables } from '../config-retention.ts';
import { UsageError } from './command.ts';

export type RetentionCommand =
  | { action: 'show'; email: string | null }
  | { action: 'set'; email: string; days: Partial<RetentionDays>; reason: string };

/** Each with the word of the command line and the variable of its upper bound, whose schema it shares. */
export const retentionOptions = {
  safeDays: { option: 'safe-days', bound: retentionVariableOf.safeDays, what: 'safe items' },
  flaggedDays: { option: 'flagged-days', bound: retentionVariableOf.flaggedDays, what: 'flagged and undecided items' },
  resultsDays: { option: 'results-days', bound: retentionVariableOf.resultsDays, what: 'results' },
  logsDays: { option: 'logs-days', bound: retentionVariableOf.logsDays, what: 'deliveries and security log' },
} as const satisfies Record<keyof RetentionDays, { option: string; bound: keyof typeof retentionVariables; what: string }>;

export const retentionKeys = ['safeDays', 'flaggedDays', 'resultsDays', 'logsDays'] as const satisfies (keyof RetentionDays)[];

const forEver = 'forever';
const reasonMaxLength = 200;

function readArgs(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { 'safe-days': text, 'flagged-days': text, 'results-days': text, 'logs-days': text, reason: text };
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function daysOf(key: keyof RetentionDays, given: string): number | null {
  if (given === forEver) return null;
  const { option, bound } = retentionOptions[key];
  const { schema, accepts } = retentionVariables[bound];
  const parsed = schema.safeParse(/^\d+$/.test(given) ? given : 'none');
  if (parsed.success && parsed.data !== undefined) return parsed.data;
  throw new UsageError(`--${option}: "${given}" is not accepted: ${accepts}, or ${forEver}.`);
}

/** @throws UsageError with the sentence for the operator */
export function parseRetention(args: readonly string[]): RetentionCommand {
  const { values, positionals } = readArgs(args);
  const [, action, email, ...rest] = positionals;
  const given = retentionKeys.filter((key) => values[retentionOptions[key].option] !== undefined);
  if (action === 'show' && rest.length === 0) {
    if (given.length > 0 || values.reason !== undefined)
      throw new UsageError('retention show changes nothing: it takes an address.');
    return { action, email: email ?? null };
  }
  if (action !== 'set' || email === undefined || rest.length > 0)
    throw new UsageError('retention takes show [EMAIL], or set EMAIL with what is kept for how many days.');
  const days: Partial<RetentionDays> = {};
  for (const key of given) days[key] = daysOf(key, values[retentionOptions[key].option] ?? '');
  if (given.length === 0) {
    const words = retentionKeys.map((key) => `--${retentionOptions[key].option}`);
    throw new UsageError(`retention set takes at least one of ${words.join(', ')}.`);
  }
  const reason = values.reason?.trim() ?? '';
  if (reason === '') throw new UsageError('--reason is missing: say briefly why.');
  if (reason.length > reasonMaxLength) throw new UsageError(`--reason has at most ${reasonMaxLength} characters.`);
  return { action, email, days, reason };
}

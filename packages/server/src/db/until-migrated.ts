import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../config.ts';
import type { MigrationState } from './migrate.ts';

export type UntilMigrated = {
  read(): Promise<Pick<MigrationState, 'waiting'>>;
  print(line: string): void;
  /** Ends the waiting. */
  signal: AbortSignal;
  /** Between two looks. */
  everyMs?: number;
  /** Looks until it is given up: ten minutes by the pause above. */
  looks?: number;
};

const count = (waiting: number): string => (waiting === 1 ? '1 change' : `${waiting} changes`);

/**
 * Waits until every change of the tables that this version knows was made. Tables of a newer version will do: they keep what this one
 * reads (docs/decisions/084).
 * @throws ConfigError when nobody made them in time, and whatever ends the waiting
 */
export async function untilMigrated({ read, print, signal, everyMs = 1_000, looks = 600 }: UntilMigrated): Promise<void> {
  let told = Number.NaN;
  for (let look = 0; look < looks; look += 1) {
    signal.throwIfAborted();
    const { waiting } = await read();
    if (waiting === 0) return;
    if (waiting !== told) print(`Waiting for \`clearframe migrate\`: ${count(waiting)} of the tables to come.`);
    told = waiting;
    await sleep(everyMs, undefined, { signal });
  }
  const minutes = Math.round((looks * everyMs) / 60_000);
  throw new ConfigError(
    `MIGRATE: "wait", and the tables were not brought up within ${minutes} minutes. Run \`clearframe migrate\`, or set MIGRATE=auto`,
  );
}

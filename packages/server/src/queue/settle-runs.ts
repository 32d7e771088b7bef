import type { Db as QueueDb } from 'pg-boss';
import type { Claim } from './queue.ts';
import { untilAnswered } from './until-answered.ts';

/** How the library names a run when it completes or fails it: only that run is touched, once. */
const nameOf = ({ id, retryCount }: Claim): string => `${id}:${retryCount}`;

/** The runs that a statement of the library settles: the last of its four values. */
const settledBy = (values: readonly unknown[] | undefined): readonly unknown[] => {
  const runs = values?.length === 4 ? values[3] : null;
  return Array.isArray(runs) ? runs : [];
};

export type RunSettling = {
  /** The handler did what the job asks for: the run is not given up, however long the database is away when that is to be said. */
  didWell(claim: Claim): void;
};

/**
 * Watches the library's own statements, and says of a run that went well that it did until the database has heard it. Without that the
 * library fails the run: it costs a try, and a mail goes out twice.
 * @param leaving aborts when the process has no more time for that
 */
export function watchStatements(db: QueueDb, leaving: AbortSignal): RunSettling {
  const well = new Set<unknown>();
  const execute = db.executeSql.bind(db);
  db.executeSql = async (text, values) => {
    const runs = settledBy(values).filter((run) => well.has(run));
    if (runs.length === 0) return await execute(text, values);
    try {
      return await untilAnswered(() => execute(text, values), leaving);
    } finally {
      for (const run of runs) well.delete(run);
    }
  };
  return {
    didWell(claim) {
      well.add(nameOf(claim));
    },
  };
}

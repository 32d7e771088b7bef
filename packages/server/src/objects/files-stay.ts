import { eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { backup } from '../db/schema.ts';

/** How long files stay that nobody needs any more, from each sign of life of a backup on: so long does one that was killed keep them. */
const filesStayHours = 2;
/** How often a backup gives a sign of life. */
const RENEW_MS = 60_000;

/**
 * No backup needs files that rows named as it began. It is part of each statement that picks files to remove. Such a statement either
 * sees the backup and picks nothing, or began before it: then the snapshot that follows names none of what was picked.
 */
export const noBackupRuns = sql`not exists (select from ${backup} where ${gt(backup.filesStayUntil, sql`now()`)})`;

const later = (hours: number) => sql`now() + ${hours} * interval '1 hour'`;

const eachMinute = (renew: () => void): (() => void) => {
  const timer = setInterval(renew, RENEW_MS);
  return () => clearInterval(timer);
};

/** From now on every file stays that is in storage. To be called, and committed, before the snapshot. Returns the backup's id. */
export async function beginStay(db: Db, target: string): Promise<string> {
  const [row] = await db
    .insert(backup)
    .values({ target, filesStayUntil: later(filesStayHours) })
    .returning({ id: backup.id });
  if (!row) throw new Error('The backup was not recorded');
  return row.id;
}

/** @throws Error when it was silent for so long that files may have gone meanwhile */
export async function renewStay(db: Db, id: string): Promise<void> {
  const { rowCount } = await db.execute(
    sql`update ${backup} set files_stay_until = ${later(filesStayHours)} where id = ${id} and files_stay_until > now()`,
  );
  if (rowCount === 0)
    throw new Error(`The backup stood still for more than ${filesStayHours} hours: files may be missing. Begin again.`);
}

/** The backup is whole, or has failed. @param hours how long files stay all the same, for whoever copies them by other means */
export async function endStay(db: Db, id: string, whole: { files: number; sizeBytes: number } | null, hours = 0): Promise<void> {
  await db
    .update(backup)
    .set({ filesStayUntil: hours > 0 ? later(hours) : null, ...(whole ? { ...whole, finishedAt: sql`now()` } : {}) })
    .where(eq(backup.id, id));
}

/**
 * Gives signs of life while the work of a backup goes on, however long one file of it takes.
 * @param repeat calls again and again, and returns what ends that
 * @throws whatever the work throws; Error when files may have gone meanwhile: the machine stood still, or the database was away
 */
export async function whileStaying<T>(db: Db, id: string, work: () => Promise<T>, repeat = eachMinute): Promise<T> {
  // A database that is away for a moment is asked again, and what counts is the last look.
  const stop = repeat(() => void renewStay(db, id).catch(() => undefined));
  try {
    const done = await work();
    await renewStay(db, id);
    return done;
  } finally {
    stop();
  }
}

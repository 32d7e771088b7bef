import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { backup } from '../../db/schema.ts';
import { type Finding, ok, warning } from './finding.ts';

const check = 'last backup';
/** A day, and time for one that takes long. */
const oldHours = 26;

export type BackupFacts = { begun: number; lastAt: Date | null; ageHours: number | null };

/** @param isTrial one person tries it out on their own machine */
export function judgeLastBackup({ begun, lastAt, ageHours }: BackupFacts, isTrial: boolean): Finding {
  const mend = 'Run clearframe backup each day, or make sure that your engines do it: see the guide "Back up and restore".';
  if (begun === 0 && isTrial) return ok(check, 'None was made yet.');
  if (begun === 0) return warning(check, 'None was ever made by clearframe backup.', mend);
  if (lastAt === null || ageHours === null) return warning(check, 'One was begun, and none is whole yet.', mend);
  const found = `The last whole one holds everything as it was at ${lastAt.toISOString()}.`;
  return ageHours > oldHours ? warning(check, `${found} It is ${Math.floor(ageHours)} h old.`, mend) : ok(check, found);
}

export async function checkLastBackup(db: Db, isTrial: boolean): Promise<Finding[]> {
  const whole = sql`filter (where ${backup.finishedAt} is not null)`;
  const [facts] = await db
    .select({
      begun: sql<number>`count(*)::int`,
      lastAt: sql`max(${backup.startedAt}) ${whole}`.mapWith(backup.startedAt),
      ageHours: sql<number | null>`(extract(epoch from now() - max(${backup.startedAt}) ${whole}) / 3600)::float8`,
    })
    .from(backup);
  return facts ? [judgeLastBackup(facts, isTrial)] : [];
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { z } from 'zod';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
const Journal = z.looseObject({ entries: z.array(z.looseObject({ when: z.number(), tag: z.string() })) });

/** The first line of a file whose one statement no transaction may hold. */
const concurrently = /^-- concurrently\s*$/m;

export type Migration = {
  /** Its file, without `.sql`: `0038_webhook-lanes`. */
  tag: string;
  /** When it was written, in ms since epoch: the order in which migrations are made. */
  when: number;
  hash: string;
  statements: readonly string[];
  /** Its statement stands alone, outside of every transaction, so that nobody waits for it. */
  isConcurrent: boolean;
};

/** Every migration of a folder, oldest first. @throws when a file of `-- concurrently` has more than its one statement */
export function readMigrationsOf(folder = migrationsFolder): Migration[] {
  const { entries } = Journal.parse(JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')));
  // drizzle's own reader: the hash is what its table holds, for earlier versions and for backups.
  const files = readMigrationFiles({ migrationsFolder: folder });
  return entries.map(({ tag }, n) => {
    const file = files[n];
    if (!file) throw new Error(`There is no migration ${tag}`);
    const isConcurrent = concurrently.test(file.sql[0]?.split('\n', 1)[0] ?? '');
    if (isConcurrent && file.sql.length > 1) throw new Error(`${tag}: a file of "-- concurrently" has one statement`);
    return { tag, when: file.folderMillis, hash: file.hash, statements: file.sql, isConcurrent };
  });
}

import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded-postgres.ts';
import { embeddedPostgresBinaries } from '../../packages/server/src/db/embedded-postgres-binaries.ts';
import { postgresFiles } from '../../packages/server/src/db/embedded-postgres-files.ts';
import { ownRole } from '../../packages/server/src/db/embedded-postgres-roles.ts';
import { chooseRunAs, postgresEnv } from '../../packages/server/src/db/embedded-postgres-user.ts';

/** The embedded PostgreSQL, durable, which counts statements by `pg_stat_statements`. Only one without other users may be told to. */
export async function startCountingDatabase(dataDir) {
  await (await startEmbeddedPostgres({ dataDir })).stop();
  const { root, data } = postgresFiles(dataDir);
  appendFileSync(join(data, 'postgresql.conf'), "\nshared_preload_libraries = 'pg_stat_statements'\n");
  const { postgres } = embeddedPostgresBinaries();
  const { prefix, ids } = chooseRunAs(postgres, root);
  const [program, ...args] = [...prefix, postgres, '--single', '-D', data, 'postgres'];
  const input = `create extension pg_stat_statements;\ngrant pg_read_all_stats to ${ownRole};\n`;
  const made = spawnSync(program, args, { ...ids, env: postgresEnv, cwd: '/', input, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`The database cannot count statements: ${made.stderr}`);
  const database = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return {
    ...database,
    /** @returns statements and commits so far, this one apart */
    async counts() {
      const text = `select
        (select coalesce(sum(calls), 0) from pg_stat_statements where query not like '%pg_stat_statements%') as statements,
        (select xact_commit from pg_stat_database where datname = current_database()) as commits`;
      const { rows } = await client.query(text);
      return { statements: Number(rows[0].statements), commits: Number(rows[0].commits) };
    },
    async stop() {
      await client.end();
      await database.stop();
    },
  };
}

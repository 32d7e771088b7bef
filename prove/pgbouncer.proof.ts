import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { unpackPackages } from '../packages/server/test/engines/debian.ts';

/**
 * The server's tests behind a real PgBouncer by transaction: their queries go over it, and only what listens reaches PostgreSQL itself
 * (acceptance OPS-04). `node prove/pgbouncer.proof.ts [files]` runs some of them.
 */
const root = join(import.meta.dirname, '..');
const notRun = 77;
const had = unpackPackages('pgbouncer');
if ('notRun' in had) {
  console.error(`not run: ${had.notRun}`);
  process.exit(notRun);
}
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'server', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CLEARFRAME_TEST_POOL: 'pgbouncer' } },
);
process.exitCode = status ?? 1;

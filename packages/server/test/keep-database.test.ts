import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { runningPostgresUrl } from '../src/db/embedded-postgres.ts';
import { postgresFiles, readPidFile } from '../src/db/embedded-postgres-files.ts';
import { keepDatabase } from '../src/supervisor/database.ts';

it('OPS-04 stops also while the database that was killed is being started again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-keep-'));
  const noticed = Promise.withResolvers<void>();
  const database = await keepDatabase(readConfig({ DATA_DIR: dataDir, WORKERS: '1' }), (line) => {
    if (line.includes('Restarting it')) noticed.resolve();
  });
  process.kill(readPidFile(postgresFiles(dataDir).pidFile)?.pid ?? 0, 'SIGKILL');
  await noticed.promise;
  await database.stop();
  expect(runningPostgresUrl(dataDir)).toBeNull();
  rmSync(dataDir, { recursive: true });
});

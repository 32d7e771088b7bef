import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createQueue } from '../src/queue/index.ts';
import { readSecretKey } from '../src/security/secret-key.ts';
import { build } from './helpers/build.ts';

it('OPS-01 answers /healthz and /readyz, and says which part is not ready without saying why', async () => {
  const built = await build();
  const get = (url: string) => built.app.inject({ method: 'GET', url });
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
  const alone = await get('/readyz');
  expect(alone.statusCode).toBe(503);
  expect(alone.json()).toEqual({ status: 'not ready', checks: { database: 'ok', queue: 'ok', storage: 'ok', engine: 'failed' } });
  const analysis = createQueue({ url: built.database.url, name: 'analysis 1' });
  await analysis.start();
  const ready = await get('/readyz');
  expect(ready.statusCode).toBe(200);
  expect(ready.json()).toEqual({ status: 'ready', checks: { database: 'ok', queue: 'ok', storage: 'ok', engine: 'ok' } });
  await analysis.stop();
  await built.close();
  const broken = await build({
    parts: {
      storage: {
        ...built.context.storage,
        ready: () => Promise.reject(new Error('the disk with the secret name is full')),
      },
    },
  });
  const answer = await broken.app.inject({ method: 'GET', url: '/readyz' });
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ status: 'not ready', checks: { database: 'ok', storage: 'failed' } });
  expect(answer.body).not.toContain('secret name');
  await broken.close();
});

it('SEC-08 makes one secret key, read by its owner only, however many processes start at once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'clearframe-key-'));
  const keys = await Promise.all(Array.from({ length: 8 }, () => readSecretKey({ secretKey: null, dataDir })));
  expect(new Set(keys).size).toBe(1);
  expect(Buffer.from(keys[0] ?? '', 'base64url')).toHaveLength(32);
  expect(await readSecretKey({ secretKey: null, dataDir })).toBe(keys[0]);
  expect((await readFile(join(dataDir, 'secret.key'), 'utf8')).trim()).toBe(keys[0]);
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(['secret.key']);
  expect(await readSecretKey({ secretKey: 'given', dataDir })).toBe('given');
  await writeFile(join(dataDir, 'secret.key'), '\n');
  await expect(readSecretKey({ secretKey: null, dataDir })).rejects.toThrow('holds no key');
  await rm(dataDir, { recursive: true });
});

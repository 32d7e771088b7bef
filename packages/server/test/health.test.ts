import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HealthAnswer } from '@clearframe/contract';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { machineRoles } from '../src/config-roles.ts';
import { createDb } from '../src/db/client.ts';
import { healthRoutes } from '../src/routes/operation/health.ts';
import { readSecretKey } from '../src/security/secret-key.ts';
import { build } from './helpers/build.ts';
import { openLine } from './helpers/line.ts';

it('OPS-01 is ready as long as it has the database, whether or not anybody analyses', async () => {
  const line = await openLine();
  const built = await build();
  const over = createDb({ url: line.urlOf(built.database.url), max: 1 });
  const app = Fastify();
  healthRoutes(app, { ...built.context, db: over.db });
  const get = (url: string) => app.inject({ method: 'GET', url });
  expect((await get('/healthz')).json()).toEqual({ status: 'ok', version: manifest.version });
  expect(HealthAnswer.safeParse((await get('/healthz')).json()).success).toBe(true);
  const ready = await get('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', roles: machineRoles, checks: { database: 'ok' } }]);
  line.down();
  const alone = await get('/readyz');
  expect([alone.statusCode, alone.json()]).toEqual([
    503,
    { status: 'not ready', roles: machineRoles, checks: { database: 'failed' } },
  ]);
  expect((await get('/healthz')).statusCode).toBe(200);
  line.up();
  expect((await get('/readyz')).statusCode).toBe(200);
  await app.close();
  await over.close();
  await line.close();
  await built.close();
});

it('OPS-01 OPS-04 is not ready once it is about to stop, and still answers', async () => {
  const built = await build();
  const get = (url: string) => built.app.inject({ method: 'GET', url });
  expect((await get('/readyz')).statusCode).toBe(200);
  built.context.draining.hasBegun = true;
  const leaving = await get('/readyz');
  expect([leaving.statusCode, leaving.json()]).toEqual([
    503,
    { status: 'stopping', roles: machineRoles, checks: { database: 'ok' } },
  ]);
  expect((await get('/healthz')).statusCode).toBe(200);
  expect((await get('/api/openapi.json')).statusCode).toBe(200);
  await built.close();
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

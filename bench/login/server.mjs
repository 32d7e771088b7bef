/**
 * The API process as it is shipped, on a PostgreSQL of its own, with two things of the benchmark's: limits per client address
 * raised, and a clock that can be moved. Told `clock`, the time jumps by 25 hours before each sign-in, so that no try meets the
 * delays and limits of the tries before it, while every one of them is counted as always.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '../../packages/server/src/accounts/passwords.ts';
import { createSession } from '../../packages/server/src/accounts/sessions.ts';
import { createApp } from '../../packages/server/src/app.ts';
import { readConfig } from '../../packages/server/src/config.ts';
import { createContext } from '../../packages/server/src/create-context.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded-postgres.ts';
import { migrateDatabase } from '../../packages/server/src/db/migrate.ts';
import { account, membership, user } from '../../packages/server/src/db/schema.ts';
import { prepareQueue } from '../../packages/server/src/queue/install.ts';

const PEOPLE = 400;
const JUMP_MS = 25 * 3_600_000;
const password = 'Correct-horse-9';

const dataDir = await mkdtemp(join(tmpdir(), 'clearframe-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
await prepareQueue(postgres.url);

let ahead = 0;
let jumping = false;
const clock = { now: () => new Date(Date.now() + ahead) };
const config = readConfig({
  DATA_DIR: dataDir,
  DATABASE_URL: undefined,
  CAPTCHA: 'off',
  LOG_LEVEL: 'silent',
  RATE_LIMIT_SCALE: '100000',
  HOST: '127.0.0.1',
  PORT: '0',
});
const context = await createContext({ ...config, databaseUrl: postgres.url }, { clock });
const app = await createApp(context);
app.addHook('onRequest', async ({ url }) => {
  if (jumping && url === '/api/auth/login') ahead += JUMP_MS;
});
const origin = await app.listen({ port: 0, host: '127.0.0.1' });

const { db } = context;
const passwordHash = await hashPassword(password);
const createdAt = clock.now();
const emails = Array.from({ length: PEOPLE }, (_, n) => `person-${n}@example.com`);
const people = await db
  .insert(user)
  .values(emails.map((email) => ({ name: 'Bench', email, emailKey: email, passwordHash, createdAt })))
  .returning();
const accounts = await db
  .insert(account)
  .values(people.map(() => ({ createdAt })))
  .returning();
await db
  .insert(membership)
  .values(people.map(({ id }, n) => ({ userId: id, accountId: accounts[n].id, role: 'owner', createdAt })));
const [first] = people;
const client = { ip: '127.0.0.1', userAgent: 'bench' };
/** A session that begins now, whatever the clock has done before. */
async function openSession() {
  const ids = { userId: first.id, accountId: accounts[0].id };
  const session = await db.transaction((tx) => createSession(tx, { ...ids, client, now: clock.now() }));
  return `access_token=${session.access.token}`;
}

process.on('message', async (message) => {
  if (message !== 'stop') {
    jumping = message === 'clock';
    return process.send({ cookie: await openSession() });
  }
  await app.close();
  await context.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
  process.disconnect();
});
process.send({ origin, emails, password });

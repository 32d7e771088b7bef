/** The API process as it is shipped, on a PostgreSQL of its own, with an account that has frames, a token and judged items. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccessToken } from '../../packages/server/src/accounts/access-tokens.ts';
import { createApp } from '../../packages/server/src/app.ts';
import { openPeriod } from '../../packages/server/src/billing/periods.ts';
import { readConfig } from '../../packages/server/src/config.ts';
import { createContext } from '../../packages/server/src/create-context.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded-postgres.ts';
import { migrateDatabase } from '../../packages/server/src/db/migrate.ts';
import { account, membership, user } from '../../packages/server/src/db/schema.ts';
import { moderate } from '../../packages/server/src/moderation/analyse/moderate.ts';
import { prepareQueue } from '../../packages/server/src/queue/install.ts';
import { file, multipart, picture, quickExaminer, signs, wholeExaminer } from '../../packages/server/test/helpers/uploads.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'clearframe-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir });
await migrateDatabase(postgres.url);
await prepareQueue(postgres.url);
const config = {
  ...readConfig({ DATA_DIR: dataDir, CAPTCHA: 'off', LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT: '0' }),
  databaseUrl: postgres.url,
  rateLimitScale: 1e6,
  throughputScale: 1e6,
};

/** Enough that requests at one moment ask for other items, and that a page of twenty is one of several. */
const ITEMS = 60;

const now = new Date();
async function seed() {
  const context = await createContext(config);
  const app = await createApp(context);
  const { db } = context;
  const [person] = await db
    .insert(user)
    .values({ name: 'Bench', email: 'b@example.com', emailKey: 'b@example.com', passwordHash: 'x', createdAt: now })
    .returning();
  const [own] = await db.insert(account).values({ createdAt: now }).returning();
  await db.insert(membership).values({ userId: person.id, accountId: own.id, role: 'owner', createdAt: now });
  const endsAt = new Date(now.getTime() + 86_400_000);
  const period = { accountId: own.id, subscriptionId: null, frames: 1_000_000, startsAt: now, endsAt, reason: 'bench' };
  await db.transaction((tx) => openPeriod(tx, period));
  const client = { ip: '127.0.0.1', userAgent: 'bench' };
  const caller = { accountId: own.id, userId: person.id, client, sessionId: null };
  const made = await createAccessToken(context, caller, { name: 'bench', scopes: ['upload', 'read'], expiresInDays: null });
  const { token } = made;
  await context.queue.work('moderate-media', {}, (payload) => moderate(context, wholeExaminer(quickExaminer), payload, signs));
  const form = await multipart({ media: file(picture('formats/pears.png')) });
  const headers = { authorization: `Bearer ${token}`, ...form.headers };
  const ids = [];
  while (ids.length < ITEMS) {
    const answer = await app.inject({ method: 'POST', url: '/api/v1/upload', headers, payload: form.payload });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    ids.push(answer.json().data.media_upload.id);
  }
  await app.close();
  await context.close();
  return { token, ids };
}

const seeded = await seed();
const context = await createContext(config);
const app = await createApp(context);
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
process.on('message', async (asked) => {
  if (asked === 'cpu') process.send({ cpu: process.cpuUsage() });
  if (asked !== 'stop') return;
  await app.close();
  await context.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
  process.disconnect();
});
process.send({ origin, ...seeded });

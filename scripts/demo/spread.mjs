import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/root.mjs';

const source = (path) => pathToFileURL(join(root, 'packages/server/src', path)).href;
/** The newest few stay where they are; each further one is that much older. */
const fresh = 4;
const hoursApart = 13;

/** So long ago the period began: the figures of the period then cover what the chart shows. */
const periodDays = 16;

/** The one that the server uses: `DATABASE_URL`, or its own. */
async function databaseUrl(dataDir) {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const { runningPostgresUrl } = await import(source('db/embedded-postgres.ts'));
  return runningPostgresUrl(dataDir);
}

/** Moves the uploads into the last two weeks, and the begin of the period before them: a chart of one day says little. */
export async function spreadOverDays(dataDir, items) {
  const { createDb } = await import(source('db/client.ts'));
  const { db, close } = createDb({ url: await databaseUrl(dataDir), name: 'clearframe demo', max: 1 });
  try {
    for (const [index, { id }] of items.slice(fresh).entries()) {
      const hours = (index + 1) * hoursApart;
      await db.execute(`update media set created_at = created_at - make_interval(hours => ${hours}) where id = '${id}'`);
    }
    for (const change of [
      `update usage_period set starts_at = starts_at - interval '${periodDays} days'`,
      `update subscription set current_period_start = current_period_start - interval '${periodDays} days'`,
    ])
      await db.execute(change);
  } finally {
    await close();
  }
}

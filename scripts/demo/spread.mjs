import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/root.mjs';

const source = (path) => pathToFileURL(join(root, 'packages/server/src', path)).href;
/** The newest few stay where they are; each further one is that much older. */
const fresh = 4;
const hoursApart = 13;

/** Moves the uploads into the last two weeks: a chart of one day says little. Nothing else is changed. */
export async function spreadOverDays(dataDir, items) {
  const { runningPostgresUrl } = await import(source('db/embedded-postgres.ts'));
  const { createDb } = await import(source('db/client.ts'));
  const { db, close } = createDb({ url: runningPostgresUrl(dataDir), name: 'clearframe demo', max: 1 });
  try {
    for (const [index, { id }] of items.slice(fresh).entries()) {
      const hours = (index + 1) * hoursApart;
      await db.execute(`update media set created_at = created_at - make_interval(hours => ${hours}) where id = '${id}'`);
    }
  } finally {
    await close();
  }
}

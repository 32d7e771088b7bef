import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Built, build } from './helpers/build.ts';
import { startTransparencyDatabase, type TransparencyDatabase } from './helpers/transparency-database.ts';
import { killTrust } from './trust-kill/kill-trust.ts';

let built: Built;
let eu: TransparencyDatabase;
beforeAll(async () => {
  eu = await startTransparencyDatabase();
  built = await build({ mails: false, config: { allowPrivateTargets: [eu.address] } });
});
afterAll(async () => {
  await built.close();
  await eu.close();
});

/** A sample of `npm run prove trust`, which kills before every statement. */
it('TRUST-B4 TRUST-B5 TRUST-B6 a process killed with -9 in the midst of a decision loses nothing, and nothing happens twice', async () => {
  const where = { context: built.context, url: built.database.url, dataDir: built.dataDir, eu };
  expect(await killTrust(where, [45])).toEqual({ killed: 1, statements: 0, faults: [] });
});

import { ErrorAnswer } from '@clearframe/contract';
import type { Engine } from '@clearframe/engine';
import { count, eq, sum } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutated, mutationNames } from '../../engine/test/mutate.ts';
import { media, usageEntry, usagePeriod } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { createUploader, file, loadEngine, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

/** Thousands more of the same kinds: `npm run prove fuzz`. */
const rounds = 2;

describe('hostile pictures', () => {
  let engine: Engine;
  let built: Built;
  let person: Uploader;
  let verdicts = 0;
  beforeAll(async () => {
    engine = await loadEngine();
    built = await build({ config: { throughputScale: 1000 } });
    person = await createUploader(built, 1000);
    await runQueuedModeration(built, engine);
  });
  afterAll(async () => {
    await built.close();
    await engine.close();
  });

  it.each(mutationNames.map((name, n) => [name, n] as const))(
    'SEC-07 get a verdict or an orderly refusal, never a verdict when they cannot be read: %s',
    async (_name, n) => {
      for (let round = 0; round < rounds; round += 1) {
        const hostile = mutated(7, round * mutationNames.length + n);
        const answer = await person.apiUpload({ media: file(hostile.bytes, 'hostile.jpg') });
        if (answer.statusCode === 200) {
          expect(hostile.expected, hostile.name).toBe('any');
          expect(resultOf(answer).moderation, hostile.name).not.toBeNull();
          verdicts += 1;
        } else {
          expect([400, 415], `${hostile.name} ${answer.body}`).toContain(answer.statusCode);
          expect(ErrorAnswer.parse(answer.json()).data).toBeNull();
        }
      }
    },
  );

  it('SEC-07 UP-09 are charged where there is a verdict and nowhere else, and leave nothing behind', async () => {
    const { db, storage } = built.context;
    expect(verdicts).toBeGreaterThan(0);
    expect(await db.select({ n: count() }).from(media)).toEqual([{ n: verdicts }]);
    expect(await db.select({ n: count() }).from(usageEntry).where(eq(usageEntry.kind, 'commit'))).toEqual([{ n: verdicts }]);
    const [totals] = await db.select({ used: sum(usagePeriod.used), reserved: sum(usagePeriod.reserved) }).from(usagePeriod);
    expect(totals).toEqual({ used: String(verdicts), reserved: '0' });
    const items = new Set<string>();
    for await (const { key } of storage.list()) items.add(key.split('/')[1] ?? '');
    expect(items.size).toBe(verdicts);
  });
});

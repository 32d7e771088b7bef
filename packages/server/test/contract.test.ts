import { afterAll, beforeAll, expect, it } from 'vitest';
import { runContractFuzz } from './contract-fuzz/run-contract-fuzz.ts';
import { type Built, build } from './helpers/build.ts';
import { createUploader, file, picture, pngHeader, quickExaminer, runQueuedModeration } from './helpers/uploads.ts';

let built: Built;
beforeAll(async () => {
  built = await build({ config: { throughputScale: 100_000, rateLimitScale: 100_000 } });
  await runQueuedModeration(built, quickExaminer);
});
afterAll(() => built.close());

it('API-05 SEC-06 answers whatever is made of the contract, right or wrong, as the contract says', async () => {
  const outcome = await runContractFuzz(
    {
      files: [
        file(picture('formats/pears.png')),
        file(picture('formats/pears.jpg')),
        file(pngHeader),
        file(Buffer.from('no picture')),
      ],
      async send({ payload, ...request }) {
        const answer = await built.app.inject({ ...request, ...(payload ? { payload: Buffer.from(payload) } : {}) });
        return { status: answer.statusCode, headers: answer.headers, text: answer.body };
      },
      async newPerson() {
        const { headers, token } = await createUploader(built, 10_000);
        return { cookie: headers.cookie ?? '', token };
      },
    },
    { requests: 1_000, seed: 20_261_121 },
  );
  expect(outcome.faults).toEqual([]);
  expect(outcome.succeeded.size).toBeGreaterThan(40);
});

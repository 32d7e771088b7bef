import { readFileSync } from 'node:fs';
import { fixture } from '../e2e/fixtures.ts';
import { registerPerson } from '../e2e/person.ts';
import { startServer } from '../e2e/server.ts';
import { runContractFuzz } from '../packages/server/test/contract-fuzz/run-contract-fuzz.ts';

/**
 * 30,000 requests made of `/api/openapi.json`, right and wrong, against the server as it is shipped: none is a failure, every refusal
 * is the envelope, and every success has the shape that the document promises (acceptance API-05, SEC-06).
 */
const requests = Number(process.argv[2] ?? 30_000);
const seed = 20_262;
const begun = Date.now();
const server = await startServer({ command: 'node', env: { RATE_LIMIT_SCALE: '100000' } });
let people = 0;
try {
  const outcome = await runContractFuzz(
    {
      files: [
        { bytes: readFileSync(fixture('formats/pears.png')), name: 'pears.png' },
        { bytes: readFileSync(fixture('flagged/explicit-1.png')), name: 'explicit.png' },
        { bytes: Buffer.from('no picture'), name: 'text.jpg' },
      ],
      async send({ url, payload, ...request }) {
        const body = payload === null ? {} : { body: Buffer.from(payload) };
        const answer = await fetch(`${server.url}${url}`, { ...request, ...body, redirect: 'manual' });
        return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
      },
      async newPerson() {
        people += 1;
        const person = await registerPerson(server, `fuzz-${people}@example.com`);
        server.grant(person.email, 100_000);
        return { token: await person.createToken(), cookie: person.cookie() };
      },
    },
    { requests, seed },
  );
  for (const fault of outcome.faults) console.log(`  ${fault}`);
  const api = server.processes().filter(({ kind }) => kind === 'api').length;
  const holds = outcome.faults.length === 0 && api === 1;
  const { statuses, succeeded, operations } = outcome;
  console.log(
    `${holds ? '✓' : '✗'} ${Math.round((Date.now() - begun) / 1000)} s`,
    JSON.stringify({ requests, statuses, succeeded: succeeded.size, operations, people }),
  );
  process.exitCode = holds ? 0 : 1;
} finally {
  await server.stop();
}

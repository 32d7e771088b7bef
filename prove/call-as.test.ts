import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callAs } from './call-as.ts';

/** The session that the server takes, and how often another one was given. */
const session = { valid: 'one', own: 'one', renewals: 0 };
const asked: string[] = [];
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    asked.push(`${request.method} ${request.url}`);
    const isValid = request.headers.cookie === `session=${session.valid}`;
    response.writeHead(isValid ? 200 : 401).end('{}');
  });
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${bound.port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  Object.assign(session, { valid: 'one', own: 'one', renewals: 0 });
  asked.length = 0;
});

const callOf = () =>
  callAs(
    { url },
    {
      cookie: () => `session=${session.own}`,
      async get(_path, data) {
        session.renewals += 1;
        session.own = session.valid;
        return data.parse({});
      },
    },
  );
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status);

it('renews a session that ended, and asks again with the same body', async () => {
  const call = callOf();
  expect(await call('/media')).toMatchObject({ status: 200 });
  session.valid = 'two';
  expect(await call('/media/1/pass', { body: { hold_ms: 0 } })).toMatchObject({ status: 200 });
  expect([session.renewals, ...asked]).toEqual([1, 'GET /api/media', 'POST /api/media/1/pass', 'POST /api/media/1/pass']);
});

it('renews it once for callers that hear of it together', async () => {
  const call = callOf();
  session.valid = 'two';
  const answers = await Promise.all(['/a', '/b', '/c', '/d'].map((path) => call(path)));
  expect(statusesOf(answers)).toEqual([200, 200, 200, 200]);
  expect(session.renewals).toBe(1);
});

it('asks only once more, and says 401 where the session stays ended', async () => {
  const call = callAs({ url }, { cookie: () => 'session=none', get: async (_path, data) => data.parse({}) });
  expect(await call('/media')).toMatchObject({ status: 401 });
  expect(asked).toHaveLength(2);
});

it('renews nothing for a token that is refused', async () => {
  expect(await callOf()('/v1/media', { token: 'wrong' })).toMatchObject({ status: 401 });
  expect([session.renewals, asked.length]).toEqual([0, 1]);
});

import { randomUUID } from 'node:crypto';
import { type Endpoint, ErrorAnswer, endpoints } from '@clearframe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Built, build } from './helpers/build.ts';
import { addMember, type Member } from './helpers/members.ts';
import { asJson, codeOf, createCookieBox, post, register } from './helpers/sign-in.ts';

/** Whatever is added to the contract's table is tried as well. */
const all: [string, Endpoint][] = Object.entries(endpoints);

let built: Built;
beforeAll(async () => {
  built = await build({ config: { rateLimitScale: 100_000, throughputScale: 100_000 } });
});
afterAll(() => built.close());

type Sent = { payload?: string | object; type?: string; url?: string };

/** Refused before anything was done. */
const unread = [400, 413, 415];
let owner: Promise<Member> | null = null;

/** Sends as somebody who may: an owner whose account is fresh after all that came through, because that may end their session. */
async function send({ method, path, access }: Endpoint, { payload, type = 'application/json', url }: Sent) {
  owner ??= addMember(built, 'owner');
  const own = access === 'session' ? (await owner).headers : createCookieBox().headers();
  const text = typeof payload === 'object' ? JSON.stringify(payload) : payload;
  const answer = await built.app.inject({
    method,
    url: url ?? `/api${path.replace(/:\w+/g, () => randomUUID())}`,
    remoteAddress: '10.77.0.1',
    headers: { ...own, ...(text === undefined ? {} : { 'content-type': type }) },
    ...(text === undefined ? {} : { payload: text }),
  });
  if (!unread.includes(answer.statusCode)) owner = null;
  return answer;
}

type Answer = Awaited<ReturnType<typeof send>>;

/** A refusal in the envelope that blames the request, never the server. */
function expectRefused(answer: Answer, what: string): void {
  expect(answer.statusCode, `${what}: ${answer.body}`).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode, `${what}: ${answer.body}`).toBeLessThan(500);
  expect(ErrorAnswer.safeParse(answer.json()).success, `${what}: ${answer.body}`).toBe(true);
  expect(answer.headers['x-request-id'], what).toEqual(expect.any(String));
}

const samples: Record<string, unknown> = {
  name: 'Ada Example',
  password: 'Correct-horse-9',
  new_password: 'Another-horse-10',
  recaptchaToken: 'off',
  verification_token: '12345',
};

/** A body that the schema takes, as far as names and types tell. */
function sampleOf(schema: z.core.JSONSchema.JSONSchema | boolean | undefined, name = ''): unknown {
  // Another one each time: limits against guessing would else answer in the place of what is tried.
  if (name === 'email') return `somebody-${randomUUID()}@example.com`;
  if (samples[name] !== undefined) return samples[name];
  if (typeof schema !== 'object') return 'text';
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return sampleOf(choice, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, value]) => [key, sampleOf(value, key)]));
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'number' || schema.type === 'integer') return 1;
  return schema.format === 'uuid' ? randomUUID() : 'text';
}

const sampleBody = (schema: z.ZodObject): Record<string, unknown> => {
  const sample = sampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return z.record(z.string(), z.unknown()).parse(sample);
};

const nul = 'a\u0000b';
/** A half of a pair, which no UTF-8 holds. */
const lone = 'a\ud800b';
const oddValues: unknown[] = [
  ...[null, true, 7, -1, 1e308, '', ' ', [], {}, ['a'], [null], { length: 3 }, { $ne: '' }, [[[]]], '__proto__', 'null'],
  ...[nul, lone, 'x'.repeat(100_000), '👩🏽‍💻', '\u202Etxt.exe', '\'; drop table "user"; --', '%00', '../../etc/passwd'],
];

const withBody = all.flatMap(([name, endpoint]) =>
  endpoint.body === undefined || typeof endpoint.body === 'string' ? [] : [{ name, endpoint, schema: endpoint.body }],
);

describe('bad bodies', () => {
  it.each(withBody)('SEC-06 $name refuses what is no object of its fields', async ({ name, endpoint, schema }) => {
    const bodies: Sent[] = [
      { payload: JSON.stringify({ email: 'x'.repeat(10 * 1_048_576) }) },
      ...['', '{', 'nul', '{"a":1}}', '{"__proto__":{"a":1}}', '"text"', '7', 'null', '[]', '[{}]', '\u0000'].map((payload) => ({
        payload,
      })),
      { payload: `${'{"a":'.repeat(50)}1${'}'.repeat(50)}` },
      ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', ''].map(
        (type) => ({
          payload: 'a=1',
          type,
        }),
      ),
      // Where every field may be left out, so may the body.
      ...(schema.safeParse({}).success ? [] : [{}]),
    ];
    for (const body of bodies) {
      const what = `${name} ${String(body.payload).slice(0, 40)} ${body.type ?? ''}`;
      expectRefused(await send(endpoint, body), what);
    }
  });

  it.each(withBody)(
    'SEC-06 AUTH-15 $name answers every odd value of every field without failing',
    async ({ name, endpoint, schema }) => {
      for (const field of Object.keys(schema.shape)) {
        const { [field]: _left, ...without } = sampleBody(schema);
        const bodies = [without, ...oddValues.map((value) => ({ ...sampleBody(schema), [field]: value }))];
        for (const body of bodies) {
          const answer = await send(endpoint, { payload: body });
          const what = `${name} ${field} ${JSON.stringify(body).slice(0, 200)}`;
          if (!schema.safeParse(body).success) expectRefused(answer, what);
          else expect(answer.statusCode, `${what}: ${answer.body}`).toBeLessThan(500);
        }
      }
    },
  );
});

describe('bad addresses', () => {
  const withParams = all.flatMap(([name, endpoint]) => (endpoint.params ? [{ name, endpoint }] : []));
  it.each(withParams)('SEC-06 $name refuses an id that is none', async ({ name, endpoint }) => {
    for (const id of ['%00', '%ED%A0%80', 'x'.repeat(400), '..%2f..', 'null', '-1', '%F0%9F%91%A9', "';--"]) {
      const url = `/api${endpoint.path.replace(/:\w+/, id)}`;
      const hasBody = endpoint.body !== undefined && typeof endpoint.body !== 'string';
      expectRefused(await send(endpoint, { url, ...(hasBody ? { payload: {} } : {}) }), `${name} ${id.slice(0, 20)}`);
    }
  });

  const withQuery = all.flatMap(([name, endpoint]) => (endpoint.query ? [{ name, endpoint, query: endpoint.query }] : []));
  it.each(withQuery)('SEC-06 $name answers every odd query without failing', async ({ name, endpoint, query }) => {
    for (const field of Object.keys(query.shape)) {
      for (const value of [
        '',
        '%00',
        '%ED%A0%80',
        'x'.repeat(5_000),
        '-1',
        '1e308',
        'NaN',
        '%F0%9F%91%A9',
        `a&${field}=b`,
        '1&1=1',
      ]) {
        const url = `/api${endpoint.path.replace(/:\w+/g, () => randomUUID())}?${field}=${value}`;
        const answer = await send(endpoint, { url });
        expect(answer.statusCode, `${name} ${field}=${value.slice(0, 40)}: ${answer.body}`).toBeLessThan(500);
      }
    }
  });
});

describe('unusual people', () => {
  it.each([
    ["o'hara+tag@mail.example.co.uk", 'Žofia Šťastná'],
    ['x@xn--bcher-kva.example', '李 小龍'],
    ['_under-score@example.com', 'محمد بن زيد'],
    [`${'l'.repeat(64)}@example.com`, 'Zoë 👩🏽‍💻 D’Arcy-O’Neil'],
    ['1@2.example', 'ﬁ ligature & <b>'],
  ])('AUTH-02 AUTH-03 %s, %s: registers and is called by their name', async (email, name) => {
    const box = await register(built, email, name);
    const [mail] = await built.mailsTo(email);
    const answer = await post(built, '/api/auth/complete-registration', { verification_token: codeOf(mail?.text ?? '') }, box);
    expect(asJson(answer)).toMatchObject({ status: 'success', data: { user: { email, name } } });
  });

  it.each([
    '"quoted part"@example.com',
    'a@[192.0.2.1]',
    'ü@example.com',
    'a@b',
    'a@b.example\r\nBcc: c@d.example',
    'a@@b.example',
  ])('AUTH-02 SEC-06 is told in words that %j is no address for an account', async (email) => {
    const answer = await post(built, '/api/auth/register', { ...samples, email }, createCookieBox());
    expect([answer.statusCode, asJson(answer).message]).toEqual([400, 'Please enter a valid email address']);
  });
});

import { randomUUID } from 'node:crypto';
import { type AccessToken, endpoints, type TokenScope, tokenScopes } from '@clearframe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Built, build } from './helpers/build.ts';
import { asJson } from './helpers/sign-in.ts';
import { createUploader, dayMs, type Uploader } from './helpers/uploads.ts';

let built: Built;
let person: Uploader;
beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000, rateLimitScale: 1_000 } });
  person = await createUploader(built);
});
afterAll(() => built.close());

const create = (payload: object) =>
  built.app.inject({ method: 'POST', url: '/api/access-tokens', headers: person.headers, payload });

async function tokenOf(payload: object): Promise<AccessToken> {
  const answer = await create({ name: 'scoped', ...payload });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ data: { access_token: AccessToken } }>().data.access_token;
}

const external = Object.values(endpoints).filter((endpoint) => endpoint.access === 'token');
/** Every call of the external API, with an id of no item. */
const callWith = (token: string, { method, path }: { method: (typeof external)[number]['method']; path: string }) =>
  built.app.inject({ method, url: `/api${path.replace(':id', randomUUID())}`, headers: { authorization: `Bearer ${token}` } });

describe('scopes of API tokens', () => {
  it('TOK-02 gives a token that is made with a name only every scope and no expiry', async () => {
    expect(await tokenOf({})).toMatchObject({
      scopes: ['upload', 'read', 'decide', 'check', 'report'],
      expiresAt: null,
      isActive: true,
    });
  });

  it('TOK-02 keeps each scope once, and shows scopes, expiry and last use in the list', async () => {
    const made = await tokenOf({ name: 'listed', scopes: ['read', 'upload', 'read'], expiresInDays: 30 });
    expect(made.scopes).toEqual(['upload', 'read']);
    expect(made.expiresAt).toBe(new Date(built.clock.now().getTime() + 30 * dayMs).toISOString());
    const list = await person.get('/api/access-tokens');
    expect(list.json<{ data: { access_tokens: AccessToken[] } }>().data.access_tokens).toContainEqual(made);
  });

  it.each([
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['admin'] }],
    ['no day', { expiresInDays: 0 }],
    ['half a day', { expiresInDays: 0.5 }],
    ['a thousand years', { expiresInDays: 365_000 }],
  ])('TOK-02 SEC-06 makes no token with %s', async (_what, payload) => {
    expect((await create({ name: 'x', ...payload })).statusCode).toBe(400);
  });

  it.each(tokenScopes)(
    'API-05 SEC-03 lets a token of the scope %s call what needs it, and names the scope elsewhere',
    async (scope) => {
      const { token } = await tokenOf({ scopes: [scope] });
      for (const endpoint of external) {
        const answer = await callWith(token, endpoint);
        const what = `${endpoint.method} ${endpoint.path} with ${scope}`;
        if (endpoint.scope === scope) expect([200, 400, 404], what).toContain(answer.statusCode);
        else {
          expect(answer.statusCode, what).toBe(403);
          expect(answer.json()).toEqual({
            status: 'error',
            message: `This API token does not have the scope ${endpoint.scope}`,
            data: null,
          });
        }
      }
    },
  );

  it('API-05 asks each scope somewhere: what doors need is in their own tests, and reports have no call yet', () => {
    const elsewhere: TokenScope[] = ['check', 'report'];
    expect(new Set<TokenScope>([...external.map(({ scope }) => scope), ...elsewhere])).toEqual(new Set(tokenScopes));
  });

  it('API-05 refuses a token at once when it is deleted, and when it expires', async () => {
    for (const endpoint of external) {
      const { id, token } = await tokenOf({});
      expect((await callWith(token, endpoint)).statusCode).not.toBe(401);
      await built.app.inject({ method: 'DELETE', url: `/api/access-tokens/${id}`, headers: person.headers });
      const refused = await callWith(token, endpoint);
      expect(refused.statusCode, endpoint.path).toBe(401);
      expect(asJson(refused)).toEqual({ status: 'error', message: 'Invalid API token', data: null });
    }
    const short = await tokenOf({ expiresInDays: 1 });
    const [usage] = external.filter(({ path }) => path === '/v1/usage');
    if (!usage) throw new Error('no such endpoint');
    built.clock.advance(dayMs - 1);
    expect((await callWith(short.token, usage)).statusCode).toBe(200);
    built.clock.advance(1);
    expect((await callWith(short.token, usage)).statusCode).toBe(401);
  });
});

import { randomUUID } from 'node:crypto';
import { type Endpoint, endpoints, permissions, Role, roleMay } from '@clearframe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Built, build } from './helpers/build.ts';
import { addMember } from './helpers/members.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

const all: [string, Endpoint][] = Object.entries(endpoints);
const guarded = all.flatMap(([name, endpoint]) => (endpoint.access === 'session' ? [{ name, endpoint }] : []));

/** Calls as a fresh member of that role, with ids that belong to nothing. A call may end its own session, so none is shared. */
async function isRefused({ method, path }: Endpoint, role: Role): Promise<boolean> {
  const owner = await addMember(built, 'owner');
  const { headers } = role === 'owner' ? owner : await addMember(built, role, owner.accountId);
  const url = `/api${path.replace(/:\w+/g, () => randomUUID())}`;
  const answer = await built.app.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload: {} }) });
  const refused = answer.statusCode === 403 && answer.json<{ message: string }>().message === 'Your role does not allow this';
  if (!refused) expect([401, 500], `${method} ${path} as ${role}: ${answer.body}`).not.toContain(answer.statusCode);
  return refused;
}

describe('roles', () => {
  it.each(guarded)('SEC-03 $name is open to exactly the roles of its action', async ({ endpoint }) => {
    for (const role of Role.options)
      expect([role, await isRefused(endpoint, role)]).toEqual([role, !roleMay(role, endpoint.action)]);
  });

  it('SEC-03 lets a viewer change nothing but what is their own', () => {
    const changing = guarded.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.action !== 'self');
    expect(changing.length).toBeGreaterThan(4);
    const open = changing.filter(({ endpoint }) => roleMay('viewer', endpoint.action)).map(({ name }) => name);
    // They make a file, the person's own, of what they may read anyway; whoever opens an item may read what is written in it; and what
    // they reveal counts for them. Views are their own too. Strikes are only read, by more ids than an address holds.
    expect(open.sort()).toEqual([
      'authorStrikes',
      'countReveals',
      'createView',
      'deleteView',
      'exportKnown',
      'exportMedia',
      'exportQuality',
      'exportUsage',
      'readWriting',
      'updateView',
    ]);
  });

  it('SEC-03 keeps from no owner what their account can do, and leaves money, tokens and people to the owner', () => {
    expect(Object.values(permissions).every((roles) => roles.includes('owner'))).toBe(true);
    for (const action of ['subscription.manage', 'tokens.manage', 'webhooks.manage', 'team.manage', 'account.manage'] as const)
      expect([action, permissions[action]]).toEqual([action, ['owner']]);
  });
});

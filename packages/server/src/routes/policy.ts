import { endpoints, messages } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { tryChange } from '../moderation/what-if/what-if.ts';
import { currentPolicy, findPolicy, listPolicies } from '../policy/policy-versions.ts';
import { saveLimits } from '../policy/save-limits.ts';
import { savePolicy } from '../policy/save-policy.ts';
import { type Authenticators, type Caller, route } from './http.ts';

/** The account's policy: its limits, its versions, and what a change would make of items that were checked. */
export function policyRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  const { db } = context;
  const current = async ({ accountId }: Caller) => ({ policy: await currentPolicy(db, accountId) });

  route(app, authenticators, endpoints.getPolicy, async ({ caller }) => ({ data: await current(caller) }));

  route(app, authenticators, endpoints.saveLimits, async ({ caller, body, reply }) => {
    await context.rateLimits.take('policy-save', caller.accountId, reply);
    await saveLimits(context, caller, body);
    return { data: await current(caller), message: messages.limitsSaved };
  });

  route(app, authenticators, endpoints.whatIf, async ({ caller, body, reply }) => {
    await context.rateLimits.take('what-if', caller.accountId, reply);
    return { data: await tryChange(context, caller.accountId, body) };
  });

  route(app, authenticators, endpoints.listPolicies, async ({ caller, query }) => ({
    data: await listPolicies(db, caller.accountId, query.before),
  }));

  route(app, authenticators, endpoints.readPolicy, async ({ caller, params }) => ({
    data: { policy: await findPolicy(db, caller.accountId, params.name) },
  }));

  route(app, authenticators, endpoints.restorePolicy, async ({ caller, params, reply }) => {
    const { content, number } = await findPolicy(db, caller.accountId, params.name);
    await context.rateLimits.take('policy-save', caller.accountId, reply);
    // The default has no lists of its own.
    await savePolicy(context, caller, (before) => (number === null ? { ...content, keywords: before.keywords } : content));
    return { data: await current(caller), message: messages.policyRestored };
  });
}

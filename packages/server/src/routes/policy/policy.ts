import { endpoints, messages, serverMessages } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { personRests } from '../../exposure/read-exposure.ts';
import { writingState } from '../../moderation/read/writing-state.ts';
import { countScores } from '../../moderation/what-if/count-scores.ts';
import { tryChange } from '../../moderation/what-if/what-if.ts';
import { currentPolicy, findPolicy, listPolicies } from '../../policy/policy-versions.ts';
import { saveLimits } from '../../policy/save-limits.ts';
import { savePolicy } from '../../policy/save-policy.ts';
import type { Caller, Route } from '../http/route.ts';

/** The account's policy: its limits, its versions, and what a change would make of items that were checked. */
export function policyRoutes(route: Route, context: Context): void {
  const { db } = context;
  const current = async ({ accountId }: Caller) => ({ policy: await currentPolicy(db, accountId) });

  route(endpoints.getPolicy, async ({ caller }) => ({ data: await current(caller) }));

  route(endpoints.saveLimits, async ({ caller, body, reply }) => {
    await context.rateLimits.take('policy-save', caller.accountId, reply);
    await saveLimits(context, caller, body);
    return { data: await current(caller), message: messages.limitsSaved };
  });

  route(endpoints.writingState, async ({ caller }) => ({ data: await writingState(db, caller.accountId) }));

  route(endpoints.saveReadWriting, async ({ caller, body, reply }) => {
    await context.rateLimits.take('policy-save', caller.accountId, reply);
    await savePolicy(context, caller, (before) => ({ ...before, ...body }));
    return { data: await current(caller), message: serverMessages.readWritingSaved };
  });

  route(endpoints.whatIf, async ({ caller, body, reply }) => {
    await context.rateLimits.take('what-if', caller.accountId, reply);
    const tried = await tryChange(context, caller.accountId, body);
    if (!(await personRests(context, caller))) return { data: tried };
    return { data: { ...tried, examples: tried.examples.map((example) => ({ ...example, thumbnail_url: null })) } };
  });

  route(endpoints.scoreCounts, async ({ caller, reply }) => {
    await context.rateLimits.take('what-if', caller.accountId, reply);
    return { data: await countScores(context, caller.accountId) };
  });

  route(endpoints.listPolicies, async ({ caller, query }) => ({
    data: await listPolicies(db, caller.accountId, query.before),
  }));

  route(endpoints.readPolicy, async ({ caller, params }) => ({
    data: { policy: await findPolicy(db, caller.accountId, params.name) },
  }));

  route(endpoints.restorePolicy, async ({ caller, params, reply }) => {
    const { content, number } = await findPolicy(db, caller.accountId, params.name);
    await context.rateLimits.take('policy-save', caller.accountId, reply);
    // The default has no lists of its own.
    await savePolicy(context, caller, (before) => (number === null ? { ...content, keywords: before.keywords } : content));
    return { data: await current(caller), message: serverMessages.policyRestored };
  });
}

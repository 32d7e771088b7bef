import { endpoints, keywordPresets, listsOf, messages, rulesOf } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { readKeywordSettings } from '../../keywords/keyword-settings.ts';
import { countKeywordHits } from '../../moderation/what-if/keyword-hits.ts';
import { savePolicy } from '../../policy/save-policy.ts';
import type { Route } from '../http/route.ts';

/** Keyword lists of the account, what they would find, and the two presets (KEY-02). */
export function keywordSettingsRoutes(route: Route, context: Context): void {
  const { db } = context;
  route(endpoints.getKeywords, async ({ caller }) => ({
    data: { keyword_settings: await readKeywordSettings(db, caller.accountId) },
  }));

  route(endpoints.saveKeywords, async ({ caller, body, reply }) => {
    await context.rateLimits.take('policy-save', caller.accountId, reply);
    const { keywords } = await savePolicy(context, caller, (before) => ({ ...before, keywords: rulesOf(body, before.keywords) }));
    return { data: { keyword_settings: listsOf(keywords) }, message: messages.keywordsSaved };
  });

  route(endpoints.keywordHits, async ({ caller, body, reply }) => {
    await context.rateLimits.take('keyword-hits', caller.accountId, reply);
    return { data: await countKeywordHits(context, caller.accountId, body) };
  });

  route(endpoints.keywordPresets, async () => ({
    data: { presets: { forbidden: [...keywordPresets.forbidden], required: [...keywordPresets.required] } },
  }));
}

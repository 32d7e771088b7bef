import { endpoints, keywordPresets, listsOf, messages, rulesOf } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { readKeywordSettings } from '../../keywords/keyword-settings.ts';
import { readWordLists, wordListSource } from '../../keywords/word-lists.ts';
import { countKeywordHits } from '../../moderation/what-if/keyword-hits.ts';
import { savePolicy } from '../../policy/save-policy.ts';
import type { Route } from '../http/route.ts';

/** Keyword lists of the account, what they would find, the two presets (KEY-02) and words by language. */
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

  route(endpoints.wordLists, async () => ({ data: { word_lists: await readWordLists(), source: wordListSource } }));
}

import { endpoints, keywordPresets, messages } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { readKeywordSettings, saveKeywordSettings } from '../keywords/keyword-settings.ts';
import { countKeywordHits } from '../moderation/keyword-hits.ts';
import { type Authenticators, route } from './http.ts';

/** Keyword lists of the account, what they would find, and the two presets (KEY-02). */
export function keywordSettingsRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  const { db, clock } = context;
  route(app, authenticators, endpoints.getKeywords, async ({ caller }) => ({
    data: { keyword_settings: await readKeywordSettings(db, caller.accountId) },
  }));

  route(app, authenticators, endpoints.saveKeywords, async ({ caller, body }) => {
    const saved = await saveKeywordSettings(db, { accountId: caller.accountId, input: body, now: clock.now() });
    return { data: { keyword_settings: saved }, message: messages.keywordsSaved };
  });

  route(app, authenticators, endpoints.keywordHits, async ({ caller, body, reply }) => {
    await context.rateLimits.take('keyword-hits', caller.accountId, reply);
    return { data: await countKeywordHits(context, caller.accountId, body) };
  });

  route(app, authenticators, endpoints.keywordPresets, async () => ({
    data: { presets: { forbidden: [...keywordPresets.forbidden], required: [...keywordPresets.required] } },
  }));
}

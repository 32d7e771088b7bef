import { endpoints } from '@clearframe/contract';
import { requireConfirmed } from '../../accounts/confirm.ts';
import type { Context } from '../../context.ts';
import { chooseDays, shownRetention } from '../../retention/choose-days.ts';
import { previewRetention } from '../../retention/preview-retention.ts';
import { type Route, signedIn } from '../http/route.ts';

/** How long the account keeps what, for its owner. */
export function retentionRoutes(route: Route, context: Context): void {
  route(endpoints.readRetention, async ({ caller }) => ({
    data: { retention: await shownRetention(context, caller.accountId) },
  }));

  // Shorter days remove what nobody brings back.
  route(endpoints.saveRetention, async ({ caller, body }) => {
    requireConfirmed(caller, context.clock.now());
    return { data: { retention: await chooseDays(context, signedIn(caller), body) } };
  });

  route(endpoints.previewRetention, async ({ caller, body, reply }) => {
    await context.rateLimits.take('what-if', caller.accountId, reply);
    return { data: await previewRetention(context, caller.accountId, body) };
  });
}

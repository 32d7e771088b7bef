import { authenticateSession } from '../../accounts/sessions.ts';
import { bearsMonitorToken } from '../../console/monitor-token.ts';
import { requireOperator } from '../../console/require-operator.ts';
import type { Context } from '../../context.ts';
import { noteWork } from '../../work-context.ts';
import type { Authenticators } from './route.ts';
import { readCookie } from './session-cookies.ts';
import { tokenCaller } from './token-caller.ts';

/** How a caller proves who they are: the cookie of the dashboard, or the bearer token of the external API. Never both. */
export function createAuthenticators(context: Context): Authenticators {
  return {
    async session(request, reply) {
      const caller = await authenticateSession(context, readCookie(request, 'access_token'));
      noteWork({ accountId: caller.accountId });
      await context.rateLimits.take('dashboard-session', caller.sessionId, reply);
      return { ...caller, accessToken: null };
    },
    token: tokenCaller(context),
    monitor: ({ headers }) => bearsMonitorToken(headers.authorization, context.config),
    operator: ({ userId }) => requireOperator(context.db, userId),
  };
}

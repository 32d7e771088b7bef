import { endpoints } from '@clearframe/contract';
import { cancelEmailChange, changeEmail, findEmailChange } from '../../accounts/change-email.ts';
import { changePassword } from '../../accounts/change-password.ts';
import { confirmEmail } from '../../accounts/confirm-email.ts';
import { changeProfile } from '../../accounts/profile.ts';
import { findUser } from '../../accounts/users.ts';
import { isOperator } from '../../console/people.ts';
import type { Context } from '../../context.ts';
import { clientOf } from '../http/client-of.ts';
import type { Route } from '../http/route.ts';
import { putSession } from '../http/session-cookies.ts';

/** The signed-in person (AUTH-07). */
export function userRoutes(route: Route, context: Context): void {
  route(endpoints.me, async ({ caller }) => {
    const user = await findUser(context.db, caller.userId);
    return { data: { user: (await isOperator(context.db, user.id)) ? { ...user, is_operator: true as const } : user } };
  });

  route(endpoints.changeProfile, async ({ caller, body, request }) => ({
    data: { user: await changeProfile(context, caller, body, clientOf(request)) },
  }));

  route(endpoints.changePassword, async ({ caller, body, request, reply }) => {
    const renewed = await changePassword(context, caller, body, clientOf(request));
    putSession({ reply, config: context.config, now: context.clock.now() }, renewed);
    return { data: null, message: 'Password changed. All other devices are signed out.' };
  });

  route(endpoints.emailChange, async ({ caller }) => ({
    data: { email_change: await findEmailChange(context, caller) },
  }));

  route(endpoints.changeEmail, async ({ caller, body, request, reply }) => ({
    data: { email_change: await changeEmail(context, caller, body.email, clientOf(request), reply) },
    message: 'We sent a link to the new address.',
  }));

  route(endpoints.cancelEmailChange, async ({ caller }) => {
    await cancelEmailChange(context, caller);
    return { data: null };
  });

  route(endpoints.confirmEmail, async ({ caller, body, request }) => ({
    data: { user: await confirmEmail(context, caller, body.token, clientOf(request)) },
  }));
}

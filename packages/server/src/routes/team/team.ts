import { endpoints } from '@clearframe/contract';
import { requireConfirmed } from '../../accounts/confirm.ts';
import { listOwnAccounts, switchAccount } from '../../accounts/own-accounts.ts';
import type { Context } from '../../context.ts';
import { authorize } from '../../security/authorized.ts';
import { changeRole } from '../../team/change-role.ts';
import { leaveTeam, removeMember } from '../../team/end-membership.ts';
import { handOver } from '../../team/hand-over.ts';
import { findInvitation, invite, withdrawInvitation } from '../../team/invite.ts';
import { readTeam } from '../../team/read-team.ts';
import { renameTeam } from '../../team/rename-team.ts';
import { clientOf } from '../http/client-of.ts';
import { type Route, signedIn } from '../http/route.ts';

/** The people of an account, and the accounts of a person. Answers to invitations: routes/team/invitations.ts. */
export function teamRoutes(route: Route, context: Context): void {
  const { clock } = context;

  route(endpoints.team, async ({ caller }) => ({ data: { team: await readTeam(context, caller) } }));

  route(endpoints.renameTeam, async ({ caller, body, request }) => ({
    data: { name: await renameTeam(context, signedIn(caller), body.name, clientOf(request)) },
  }));

  route(endpoints.invite, async ({ caller, body, request }) => {
    requireConfirmed(caller, clock.now());
    return { data: { invitation: await invite(context, signedIn(caller), body, clientOf(request)) } };
  });

  route(endpoints.withdrawInvitation, async ({ caller, params, request }) => {
    const row = authorize(await findInvitation(context, params.id), caller, 'invitation_not_found');
    await withdrawInvitation(context, row, signedIn(caller), clientOf(request));
    return { data: null };
  });

  route(endpoints.changeRole, async ({ caller, params, body, request }) => {
    requireConfirmed(caller, clock.now());
    const change = { userId: params.id, role: body.role };
    return { data: { member: await changeRole(context, signedIn(caller), change, clientOf(request)) } };
  });

  route(endpoints.removeMember, async ({ caller, params, request }) => {
    await removeMember(context, signedIn(caller), params.id, clientOf(request));
    return { data: null };
  });

  route(endpoints.handOver, async ({ caller, body, request }) => {
    requireConfirmed(caller, clock.now());
    await handOver(context, signedIn(caller), body.user_id, clientOf(request));
    return { data: null };
  });

  route(endpoints.leaveTeam, async ({ caller, request }) => {
    await leaveTeam(context, signedIn(caller), clientOf(request));
    return { data: null };
  });

  route(endpoints.myAccounts, async ({ caller }) => ({
    data: { accounts: await listOwnAccounts(context, signedIn(caller)) },
  }));

  route(endpoints.switchAccount, async ({ caller, body, request }) => {
    await switchAccount(context, signedIn(caller), body.account_id, clientOf(request));
    return { data: null };
  });
}

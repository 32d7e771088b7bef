import { z } from 'zod';
import { User } from '../account/person.ts';
import { type EndpointTable, Id, nothing } from '../endpoint.ts';
import {
  HandOverInput,
  Invitation,
  InvitationTokenInput,
  InvitationView,
  InvitedRegisterInput,
  InviteInput,
  MemberRoleInput,
  Team,
  TeamMember,
  TeamNameInput,
} from './team.ts';

/** The people of an account, and invitations. */
export const teamEndpoints = {
  team: { method: 'GET', path: '/team', access: 'session', action: 'team.read', data: z.object({ team: Team }) },
  renameTeam: {
    method: 'PATCH',
    path: '/team',
    access: 'session',
    action: 'team.manage',
    body: TeamNameInput,
    data: z.object({ name: z.string().nullable() }),
  },
  invite: {
    method: 'POST',
    path: '/team/invitations',
    access: 'session',
    action: 'team.manage',
    body: InviteInput,
    data: z.object({ invitation: Invitation }),
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/team/invitations/:id',
    access: 'session',
    action: 'team.manage',
    params: Id,
    data: nothing,
  },
  changeRole: {
    method: 'PATCH',
    path: '/team/members/:id',
    access: 'session',
    action: 'team.manage',
    params: Id,
    body: MemberRoleInput,
    data: z.object({ member: TeamMember }),
  },
  removeMember: {
    method: 'DELETE',
    path: '/team/members/:id',
    access: 'session',
    action: 'team.manage',
    params: Id,
    data: nothing,
  },
  handOver: {
    method: 'POST',
    path: '/team/hand-over',
    access: 'session',
    action: 'team.manage',
    body: HandOverInput,
    data: nothing,
  },
  leaveTeam: { method: 'POST', path: '/team/leave', access: 'session', action: 'self', data: nothing },
  lookUpInvitation: {
    method: 'POST',
    path: '/team/invitations/lookup',
    access: 'public',
    body: InvitationTokenInput,
    data: z.object({ invitation: InvitationView }),
  },
  acceptInvitation: {
    method: 'POST',
    path: '/team/invitations/accept',
    access: 'session',
    action: 'self',
    body: InvitationTokenInput,
    data: nothing,
  },
  declineInvitation: {
    method: 'POST',
    path: '/team/invitations/decline',
    access: 'public',
    body: InvitationTokenInput,
    data: nothing,
  },
  registerInvited: {
    method: 'POST',
    path: '/team/invitations/register',
    access: 'public',
    body: InvitedRegisterInput,
    data: z.object({ user: User }),
  },
} as const satisfies EndpointTable;

import { z } from 'zod';
import { Email, RegisterInput } from '../account/accounts.ts';
import { Role } from '../account/person.ts';
import * as limits from '../limits.ts';
import { nameOf } from '../names.ts';

const Time = z.iso.datetime();

/** What somebody can be invited as or made into. The owner's part passes by a hand-over alone, so that there is always one. */
export const GivenRole = Role.exclude(['owner']);
export type GivenRole = z.infer<typeof GivenRole>;

export const TeamMember = z.object({
  user_id: z.uuid(),
  name: z.string(),
  /** null for those who may not manage the team. */
  email: z.string().nullable(),
  role: Role,
  joined_at: Time,
});
export type TeamMember = z.infer<typeof TeamMember>;

/** Not answered yet. After `expires_at` its link is void until it is sent again. */
export const Invitation = z.object({ id: z.uuid(), email: z.string(), role: GivenRole, sent_at: Time, expires_at: Time });
export type Invitation = z.infer<typeof Invitation>;

export const Team = z.object({
  /** null: the owner's name stands for the account. */
  name: z.string().nullable(),
  members: z.array(TeamMember),
  /** Empty for those who may not manage the team. */
  invitations: z.array(Invitation),
});
export type Team = z.infer<typeof Team>;

/** An empty name gives the owner's name back to the account. */
export const TeamNameInput = z.object({
  name: z.union([z.literal(''), nameOf({ missing: 'Please enter a name', thing: 'The name' }, limits.nameMaxLength)]),
});
export const InviteInput = z.object({ email: Email, role: GivenRole });
export type InviteInput = z.infer<typeof InviteInput>;
export const MemberRoleInput = z.object({ role: GivenRole });
export const HandOverInput = z.object({ user_id: z.uuid() });

/** The secret of the invitation's link; always in a body, never in an address that a server would log. */
export const InvitationTokenInput = z.object({ token: z.string().min(1).max(200) });

/** What the holder of a valid link is told; its token proves the mailbox. */
export const InvitationView = z.object({
  account_name: z.string(),
  /** Who sent it; null when that person's account is gone. */
  invited_by: z.string().nullable(),
  email: z.string(),
  role: GivenRole,
  expires_at: Time,
  /** Whether there is a person with this address who can sign in. */
  has_account: z.boolean(),
});
export type InvitationView = z.infer<typeof InvitationView>;

export const InvitedRegisterInput = RegisterInput.omit({ email: true }).extend(InvitationTokenInput.shape);
export type InvitedRegisterInput = z.infer<typeof InvitedRegisterInput>;

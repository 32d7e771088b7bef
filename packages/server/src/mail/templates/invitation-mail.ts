import { type GivenRole, limits, roleWords } from '@clearframe/contract';
import type { Mail } from '../mail.ts';
import { layoutMail } from './layout.ts';
import { plainName } from './plain-name.ts';

export type InvitationMail = { to: string; inviter: string; accountName: string; role: GivenRole; url: string };

const dayMs = 24 * 3_600_000;

/** Invites somebody to a team; the same mail whether or not they have an account. */
export function invitationMail({ to, inviter, accountName, role, url }: InvitationMail): Mail {
  const who = plainName(inviter) ?? 'The owner of a team';
  const team = accountName !== inviter && plainName(accountName) ? `the team of ${accountName}` : 'their team';
  const { name, may } = roleWords[role];
  return layoutMail(to, {
    subject: 'You are invited to a Clearframe team',
    greeting: 'You are invited',
    parts: [
      { text: `${who} invites you to ${team} on Clearframe, for moderating pictures and videos.` },
      { text: `Your role: ${name}. ${may}.` },
      { label: 'See the invitation', url },
      { text: `The link works once within ${limits.invitationLifeMs / dayMs} days.` },
    ],
    footer: 'Don’t know this person? You can ignore this email. Nothing happens without your answer.',
  });
}

import type { Role } from '../account/person.ts';

const everybody = ['owner', 'moderator', 'viewer'] as const;
const editors = ['owner', 'moderator'] as const;
const owner = ['owner'] as const;

/**
 * Who may do what in an account, once: the server refuses by it and the pages show or hide by it. Every endpoint that needs a
 * session names its action. A moderator works on items and on what decides about them; what binds, costs or opens the account
 * is the owner's; a viewer reads.
 */
export const permissions = {
  /** What belongs to the person alone: profile, password, devices, two-step sign-in, which account they look at, leaving it. */
  self: everybody,
  'media.read': everybody,
  'media.upload': editors,
  /** Pass, fail, undo, delete. */
  'media.review': editors,
  'keywords.read': everybody,
  'keywords.edit': editors,
  'quality.read': everybody,
  /** How many safe items are drawn for people to look at. */
  'quality.edit': editors,
  'known.read': everybody,
  'known.edit': editors,
  'authors.read': everybody,
  /** Trust, watch or block an uploader. */
  'authors.edit': editors,
  /** Remove everything of theirs for good. */
  'authors.erase': owner,
  /** When strikes act by themselves, and how many flagged items people look at. */
  'trust.manage': owner,
  'labels.read': everybody,
  /** Reasons for a Fail. */
  'labels.edit': editors,
  'notices.read': everybody,
  /** Link notices from outside to items, and answer them. */
  'notices.decide': editors,
  /** Why something is restricted, and appeals against it. */
  'statements.read': everybody,
  'appeals.decide': editors,
  'policy.read': everybody,
  /** Limits of the account, and going back to an earlier version. */
  'policy.edit': editors,
  'subscription.read': everybody,
  'subscription.manage': owner,
  /** Tokens act for the account and are listed whole. */
  'tokens.manage': owner,
  'webhooks.manage': owner,
  /** What other software may ask by its own protocol, and what it asked. */
  'doors.manage': owner,
  'team.read': everybody,
  'team.manage': owner,
  /** Who did what in the account. */
  'audit.read': owner,
  /** Export of everything, deletion, legal hold. */
  'account.manage': owner,
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof permissions;

/** Whether a member of that role may do that. */
export function roleMay(role: Role, action: Action): boolean {
  const allowed: readonly Role[] = permissions[action];
  return allowed.includes(role);
}

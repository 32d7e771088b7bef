import { z } from 'zod';

export const Role = z.enum(['owner', 'moderator', 'viewer']);
export type Role = z.infer<typeof Role>;

/** What each role may do, in one sentence for the pages and the mail. */
export const roleWords = {
  owner: { name: 'Owner', may: 'Everything, with plan, tokens and team' },
  moderator: { name: 'Moderator', may: 'Uploads, reviews and edits content filters' },
  viewer: { name: 'Viewer', may: 'Sees everything, changes nothing' },
} as const satisfies Record<Role, { name: string; may: string }>;

/** The signed-in person. The server names the account apart from the user. */
export const User = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  createdAt: z.iso.datetime(),
  /** Only of a person who runs the installation (`clearframe operator add`), about themselves. */
  is_operator: z.literal(true).optional(),
});
export type User = z.infer<typeof User>;

/** One account that a person belongs to. `name` falls back to its owner's. */
export const OwnAccount = z.object({ id: z.uuid(), name: z.string(), role: Role, is_current: z.boolean() });
export type OwnAccount = z.infer<typeof OwnAccount>;
export const SwitchAccountInput = z.object({ account_id: z.uuid() });

/** A browser that is signed in. */
export const Session = z.object({
  id: z.uuid(),
  /** The one that asks. */
  current: z.boolean(),
  userAgent: z.string().nullable(),
  ip: z.string().nullable(),
  signedInAt: z.iso.datetime(),
  /** Exact to the last refresh: about a quarter of an hour. */
  lastUsedAt: z.iso.datetime(),
});
export type Session = z.infer<typeof Session>;

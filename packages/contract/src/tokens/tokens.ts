import { z } from 'zod';
import * as limits from '../limits.ts';
import { nameOf } from '../names.ts';

/** What a token may be used for; see the endpoints of `access: 'token'`. */
export const TokenScope = z.enum(['upload', 'read', 'decide', 'check', 'report']);
export type TokenScope = z.infer<typeof TokenScope>;
export const tokenScopes: readonly TokenScope[] = TokenScope.options;

/** Whether a token with these scopes may do what needs that one: who may upload may also have something judged that nobody keeps. */
export const mayUse = (scopes: readonly TokenScope[], scope: TokenScope): boolean =>
  scopes.includes(scope) || (scope === 'check' && scopes.includes('upload'));

/** An API token. The list lets its owner copy it: whole within ten minutes of a sign-in or a proof, else by `revealToken`. */
export const AccessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The whole value, or its first 20 characters where `withheld`. */
  token: z.string(),
  /** The rest of the value needs a fresh proof of who asks. */
  withheld: z.boolean(),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  /** To the minute. */
  lastUsedAt: z.iso.datetime().nullable(),
  scopes: z.array(TokenScope),
  /** null = it works until it is deleted. */
  expiresAt: z.iso.datetime().nullable(),
});
export type AccessToken = z.infer<typeof AccessToken>;

export const CreateTokenInput = z.object({
  name: nameOf({ missing: 'Please enter a token name', thing: 'A token name' }, limits.tokenNameMaxLength),
  /** Left out (docs/specification.md §7 sends a name only): all of them. */
  scopes: z
    .array(TokenScope)
    .min(1, 'Please choose what the token may do')
    .default([...tokenScopes]),
  /** Days from now; null = no expiry. */
  expiresInDays: z.int().min(1).max(limits.tokenLifeMaxDays).nullable().default(null),
});
export type CreateTokenInput = z.infer<typeof CreateTokenInput>;

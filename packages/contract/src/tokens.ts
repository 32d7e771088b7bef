import { z } from 'zod';
import { limits } from './limits.ts';
import { nameOf } from './names.ts';

/** An API token. `token` is the whole value: the list lets its owner copy it. */
export const AccessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  token: z.string(),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type AccessToken = z.infer<typeof AccessToken>;

export const CreateTokenInput = z.object({
  name: nameOf({ missing: 'Please enter a token name', thing: 'A token name' }, limits.tokenNameMaxLength),
});
export type CreateTokenInput = z.infer<typeof CreateTokenInput>;

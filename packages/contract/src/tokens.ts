import { z } from 'zod';
import { limits } from './limits.ts';

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
  name: z
    .string()
    .trim()
    .min(1, 'Please enter a token name')
    .max(limits.tokenNameMaxLength, `A token name has at most ${limits.tokenNameMaxLength} characters`),
});
export type CreateTokenInput = z.infer<typeof CreateTokenInput>;

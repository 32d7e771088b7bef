import { z } from 'zod';
import { limits } from './limits.ts';

/** A passkey as its owner sees it; the key itself stays on the server. */
export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** Whether a key manager may copy it to other devices of the person. */
  backedUp: z.boolean(),
});
export type Passkey = z.infer<typeof Passkey>;

export const PasskeyName = z
  .string()
  .trim()
  .min(1, 'Please enter a name')
  .max(limits.passkeyNameMaxLength, `The name has at most ${limits.passkeyNameMaxLength} characters`);
export const PasskeyNameInput = z.object({ name: PasskeyName });

const Base64Url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max);
/** Credential ids have at most 1,023 bytes (WebAuthn Level 3, §5.1.3). */
const CredentialId = Base64Url(1_400);

/** What `navigator.credentials.create` gave, as the JSON of the WebAuthn standard. */
export const PasskeyCreated = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url(4_096),
    attestationObject: Base64Url(16_384),
    transports: z.array(z.string().max(40)).max(20).optional(),
  }),
});
export type PasskeyCreated = z.infer<typeof PasskeyCreated>;

/** What `navigator.credentials.get` gave. */
export const PasskeyProof = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url(4_096),
    authenticatorData: Base64Url(4_096),
    signature: Base64Url(4_096),
    userHandle: Base64Url(128).nullish(),
  }),
});
export type PasskeyProof = z.infer<typeof PasskeyProof>;

/** Passed to the browser as it is: the shape is the standard's, not ours. */
export const PasskeyOptions = z.object({ options: z.record(z.string(), z.unknown()) });

export const AddPasskeyInput = z.object({ name: PasskeyName, response: PasskeyCreated });
export const PasskeyProofInput = z.object({ response: PasskeyProof });

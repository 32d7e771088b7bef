import { z } from 'zod';
import * as limits from '../limits.ts';

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

export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const Known = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(passkeyTransports)),
});

/** What `navigator.credentials.create` is to be asked, as the JSON of the WebAuthn standard. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int(),
  excludeCredentials: z.array(Known),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    requireResidentKey: z.literal(false),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;

/** What `navigator.credentials.get` is to be asked. An empty list = whichever passkey the person chooses. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Known),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

export const AddPasskeyInput = z.object({ name: PasskeyName, response: PasskeyCreated });
export const PasskeyProofInput = z.object({ response: PasskeyProof });

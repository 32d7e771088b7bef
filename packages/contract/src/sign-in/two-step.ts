import { z } from 'zod';
import * as limits from '../limits.ts';
import * as messages from '../messages.ts';

/** Six digits of an authenticator app; people type the space that apps show in the middle. */
export const AuthenticatorCode = z
  .string()
  .max(20, messages.authenticatorCodeInvalid)
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, messages.authenticatorCodeInvalid));

/** A recovery code however it was copied: case, spaces and dashes do not matter. */
export const RecoveryCode = z.string().trim().min(1, messages.recoveryCodeInvalid).max(40, messages.recoveryCodeInvalid);

export const AuthenticatorCodeInput = z.object({ code: AuthenticatorCode });

/** The second step of a sign-in: one of the two. */
export const TwoStepInput = z
  .object({ code: AuthenticatorCode.optional(), recovery_code: RecoveryCode.optional() })
  .refine(({ code, recovery_code: recovery }) => (code === undefined) !== (recovery === undefined), {
    message: 'Please enter a code of your authenticator app or a recovery code',
    path: ['code'],
  });
export type TwoStepInput = z.infer<typeof TwoStepInput>;

export const TwoStepMethod = z.enum(['authenticator', 'recovery_code']);
export type TwoStepMethod = z.infer<typeof TwoStepMethod>;

/** The password was right; the browser holds a cookie with which the second step ends the sign-in. */
export const TwoStepWanted = z.object({ methods: z.array(TwoStepMethod), expiresAt: z.iso.datetime() });
export type TwoStepWanted = z.infer<typeof TwoStepWanted>;

/** What the person has beside a password. */
export const TwoStepState = z.object({
  /** Since when an authenticator app is asked for; null = two-step sign-in is off. */
  enabledAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int(),
  passkeys: z.number().int(),
});
export type TwoStepState = z.infer<typeof TwoStepState>;

/** A secret for the app: as text, and as the address that a QR code holds. Shown once. */
export const AuthenticatorSecret = z.object({ secret: z.string(), uri: z.string() });
export type AuthenticatorSecret = z.infer<typeof AuthenticatorSecret>;

/** Shown once; stored only as keyed hashes. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()).length(limits.recoveryCodes) });

import { z } from 'zod';
import * as limits from '../limits.ts';
import * as messages from '../messages.ts';
import { nameOf } from '../names.ts';

export const PersonName = nameOf({ missing: 'Please enter your name', thing: 'The name' }, limits.nameMaxLength);

export const Email = z
  .string()
  .trim()
  .max(limits.emailMaxLength, 'The email address is too long')
  .pipe(z.email('Please enter a valid email address'));

/** The three rules of specification §5, with the labels that messages list. */
export const passwordRules: readonly { label: string; met: (password: string) => boolean }[] = [
  {
    label: `At least ${limits.passwordMinLength} characters`,
    met: (password) => [...password].length >= limits.passwordMinLength,
  },
  { label: 'At least 1 uppercase letter', met: (password) => /\p{Lu}/u.test(password) },
  { label: 'At least 1 special character', met: (password) => /[^\p{L}\p{N}\s]/u.test(password) },
];

/** Labels of the rules that the password breaks. */
export function unmetPasswordRules(password: string): string[] {
  return passwordRules.filter((rule) => !rule.met(password)).map((rule) => rule.label);
}

export const passwordStrengths = ['very-weak', 'weak', 'medium', 'strong'] as const;
export type PasswordStrength = (typeof passwordStrengths)[number];

/** Strength by share of rules met: 0 → very-weak … 3 → strong. */
export function passwordStrength(password: string): PasswordStrength {
  const met = passwordRules.length - unmetPasswordRules(password).length;
  return passwordStrengths[met] ?? 'very-weak';
}

export const Password = z
  .string()
  .max(limits.passwordMaxLength, `The password has at most ${limits.passwordMaxLength} characters`)
  .superRefine((password, context) => {
    const unmet = unmetPasswordRules(password);
    if (unmet.length > 0) context.addIssue({ code: 'custom', message: `${messages.passwordUnmet} ${unmet.join(', ')}` });
  });

export const CaptchaToken = z
  .string({ error: messages.captchaRequired })
  .min(1, messages.captchaRequired)
  .max(8_192, messages.captchaRequired);

export const RegisterInput = z.object({
  name: PersonName,
  email: Email,
  password: Password,
  recaptchaToken: CaptchaToken,
});
export type RegisterInput = z.infer<typeof RegisterInput>;

export const LoginInput = z.object({
  email: Email,
  password: z.string().min(1, 'Please enter your password').max(limits.passwordMaxLength),
  recaptchaToken: CaptchaToken,
});
export type LoginInput = z.infer<typeof LoginInput>;

export const ForgotPasswordInput = z.object({ email: Email, recaptchaToken: CaptchaToken });
export type ForgotPasswordInput = z.infer<typeof ForgotPasswordInput>;

/** The token is the one of the mailed link. */
export const ResetPasswordInput = z.object({
  token: z.string().min(1, messages.resetLinkInvalid).max(200, messages.resetLinkInvalid),
  password: Password,
  /** Switches every API token of the accounts that this person owns off, too. */
  revoke_tokens: z.boolean().default(false),
});
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>;

/** Proves who one is before a sensitive change. */
export const ConfirmInput = z.object({ password: z.string().min(1, 'Please enter your password').max(limits.passwordMaxLength) });
export type ConfirmInput = z.infer<typeof ConfirmInput>;

export const VerificationCode = z.string().regex(/^\d{5}$/, messages.codeInvalid);
export const CompleteRegistrationInput = z.object({ verification_token: VerificationCode });
export const VerifyEmailInput = z.object({ token: z.string().min(1).max(200) });

export const CaptchaPurpose = z.enum(['register', 'login', 'forgot', 'contact']);
export type CaptchaPurpose = z.infer<typeof CaptchaPurpose>;

export const CaptchaProvider = z.enum(['altcha', 'recaptcha', 'recaptcha-v3', 'hcaptcha', 'turnstile', 'off']);
export type CaptchaProvider = z.infer<typeof CaptchaProvider>;
/** What the form needs to show the captcha: a proof-of-work challenge of ours, or site key and script of a remote provider. */
export const CaptchaChallenge = z.object({
  provider: CaptchaProvider,
  challenge: z.unknown().optional(),
  siteKey: z.string().optional(),
  scriptUrl: z.url().optional(),
});
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>;

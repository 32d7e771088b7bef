import { z } from 'zod';

const text = z.string().trim();
const address = z.url({ protocol: /^https?$/ }).optional();

/** Variables of the captcha, with what each accepts. */
export const captchaVariables = {
  CAPTCHA: {
    schema: z.enum(['altcha', 'recaptcha', 'recaptcha-v3', 'hcaptcha', 'turnstile', 'off']).default('altcha'),
    accepts: 'altcha, recaptcha, recaptcha-v3, hcaptcha, turnstile, or off in local mode',
  },
  CAPTCHA_SITE_KEY: {
    schema: text.regex(/^[\w-]{1,200}$/).optional(),
    accepts: "the provider's site key: letters, digits, - and _",
  },
  CAPTCHA_SECRET: { schema: text.min(1).max(500).optional(), accepts: "the provider's secret key", secret: true },
  CAPTCHA_VERIFY_URL: { schema: address, accepts: 'an https address' },
  CAPTCHA_SCRIPT_URL: { schema: address, accepts: 'an https address' },
  CAPTCHA_MIN_SCORE: { schema: z.coerce.number().min(0).max(1).default(0.5), accepts: 'a number from 0 to 1' },
} as const satisfies Record<string, { schema: z.ZodType; accepts: string; secret?: true }>;

type Name = keyof typeof captchaVariables;
type Raw = { [K in Name]: z.output<(typeof captchaVariables)[K]['schema']> };

export type CaptchaConfig = {
  captcha: 'altcha' | 'recaptcha' | 'recaptcha-v3' | 'hcaptcha' | 'turnstile' | 'off';
  /** Set when a remote provider is chosen; without one nothing is ever asked of a third party. */
  captchaSiteKey: string | null;
  captchaSecret: string | null;
  /** null = the address that the provider documents. Only one that is set may be private. */
  captchaVerifyUrl: string | null;
  captchaScriptUrl: string | null;
  /** Least score that reCAPTCHA v3 must give, 0 (a program) to 1 (a person). */
  captchaMinScore: number;
};

/** What a remote captcha needs beside its name, one line for each thing that is missing. */
export function captchaFaults(raw: Raw, localMode: boolean): string[] {
  if (raw.CAPTCHA === 'off' && !localMode)
    return ['CAPTCHA: "off" is not accepted outside local mode: altcha, recaptcha, recaptcha-v3, hcaptcha or turnstile'];
  if (raw.CAPTCHA === 'off' || raw.CAPTCHA === 'altcha') return [];
  const faults: string[] = [];
  for (const name of ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'] as const)
    if (!raw[name]) faults.push(`${name}: missing: CAPTCHA=${raw.CAPTCHA} needs ${captchaVariables[name].accepts}`);
  for (const name of ['CAPTCHA_VERIFY_URL', 'CAPTCHA_SCRIPT_URL'] as const)
    if (raw[name]?.startsWith('http:') && !localMode)
      faults.push(`${name}: ${JSON.stringify(raw[name])} is not accepted: an https address (http in local mode only)`);
  return faults;
}

export const captchaConfig = (raw: Raw): CaptchaConfig => ({
  captcha: raw.CAPTCHA,
  captchaSiteKey: raw.CAPTCHA_SITE_KEY ?? null,
  captchaSecret: raw.CAPTCHA_SECRET ?? null,
  captchaVerifyUrl: raw.CAPTCHA_VERIFY_URL ?? null,
  captchaScriptUrl: raw.CAPTCHA_SCRIPT_URL ?? null,
  captchaMinScore: raw.CAPTCHA_MIN_SCORE,
});

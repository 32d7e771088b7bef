import { plans } from '@clearframe/contract';
import { z } from 'zod';

const text = z.string().trim();
const address = z
  .url({ protocol: /^https?$/ })
  .refine((value) => new URL(value).pathname === '/' && new URL(value).search === '')
  .transform((value) => new URL(value).origin)
  .optional();

/** Currencies whose minor unit is a hundredth: others would be charged a hundred times too much or too little. */
const currencies = ['USD', 'EUR', 'GBP', 'ZAR', 'AUD', 'CAD', 'CHF', 'NZD', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'SGD', 'HKD'];
const paidPlans = plans.filter(({ price_cents }) => price_cents > 0).map(({ id }) => id);

/** `development=19.00,starter=1100.00`: each paid plan once, with two decimals. */
function readPrices(value: string): Record<string, number> | undefined {
  const parts = value.split(',').map((part) => /^\s*([a-z]+)=(\d{1,7})\.(\d{2})\s*$/.exec(part) ?? []);
  const prices = Object.fromEntries(parts.map(([, id = '', whole, cents]) => [id, Number(whole) * 100 + Number(cents)]));
  const isWhole = parts.length === paidPlans.length && paidPlans.every((id) => (prices[id] ?? 0) > 0);
  const rising = paidPlans.every((id, place) => place === 0 || (prices[id] ?? 0) > (prices[paidPlans[place - 1] ?? ''] ?? 0));
  return isWhole && rising ? prices : undefined;
}

const pricesForm =
  'a price with two decimals for each of development, starter, growth, professional, business, enterprise, ' +
  'each dearer than the one before: development=19.00,starter=1100.00,…';

/** Variables of payments, with what each accepts. */
export const paymentVariables = {
  PAYMENTS: {
    schema: z.enum(['sandbox', 'payfast', 'stripe', 'off']).optional(),
    accepts: 'sandbox, payfast, stripe or off',
  },
  ALLOW_SANDBOX_PAYMENTS: { schema: z.enum(['0', '1']).default('0'), accepts: '0 or 1' },
  PAYMENT_CURRENCY: { schema: z.enum(currencies).optional(), accepts: currencies.join(', ') },
  PLAN_PRICES: {
    schema: text
      .refine((value) => readPrices(value) !== undefined)
      .transform((value) => readPrices(value) ?? {})
      .optional(),
    accepts: pricesForm,
  },
  PAYFAST_MERCHANT_ID: { schema: text.regex(/^\d{1,20}$/).optional(), accepts: 'the number of the merchant' },
  PAYFAST_MERCHANT_KEY: { schema: text.regex(/^\w{1,100}$/).optional(), accepts: 'the key of the merchant', secret: true },
  PAYFAST_PASSPHRASE: {
    schema: text.regex(/^[\w.-]{8,100}$/).optional(),
    accepts: 'the passphrase of the account, 8 to 100 letters, digits, ., _ and -',
    secret: true,
  },
  PAYFAST_SOURCE_CHECK: { schema: z.enum(['log', 'strict']).default('log'), accepts: 'log or strict' },
  PAYFAST_URL: { schema: address, accepts: 'an https address without a path' },
  PAYFAST_API_URL: { schema: address, accepts: 'an https address without a path' },
  STRIPE_SECRET_KEY: {
    schema: text.regex(/^(sk|rk)_\w{8,300}$/).optional(),
    accepts: 'a secret or restricted key, sk_… or rk_…',
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: text.regex(/^whsec_\S{8,300}$/).optional(),
    accepts: 'a signing secret, whsec_…',
    secret: true,
  },
  STRIPE_API_BASE: { schema: address, accepts: 'an https address without a path' },
} as const satisfies Record<string, { schema: z.ZodType; accepts: string; secret?: true }>;

type Name = keyof typeof paymentVariables;
export type RawPayments = { [K in Name]: z.output<(typeof paymentVariables)[K]['schema']> };

export type PaymentConfig = {
  /** Who takes payments; `off` = paid plans cannot be taken here. */
  payments: 'sandbox' | 'payfast' | 'stripe' | 'off';
  /** Test payments are open to everybody (ALLOW_SANDBOX_PAYMENTS), not only to this machine in local mode. */
  sandboxForAll: boolean;
  /** Prices a month of every paid plan, in minor units of `paymentCurrency`; null = those of the catalogue. */
  planPrices: Record<string, number> | null;
  paymentCurrency: string;
  payfast: {
    merchantId: string;
    merchantKey: string;
    passphrase: string;
    sourceCheck: 'log' | 'strict';
    /** null = the documented address. Only one that is set may be private. */
    url: string | null;
    apiUrl: string | null;
  } | null;
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string | null } | null;
};

type Where = { localMode: boolean; publicUrl: URL };

const needed = {
  payfast: ['PAYFAST_MERCHANT_ID', 'PAYFAST_MERCHANT_KEY', 'PAYFAST_PASSPHRASE', 'PLAN_PRICES'],
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
} as const satisfies Record<string, Name[]>;
const addresses = {
  payfast: ['PAYFAST_URL', 'PAYFAST_API_URL'],
  stripe: ['STRIPE_API_BASE'],
} as const satisfies Record<string, Name[]>;
/** PayFast takes no payment below R5.00. */
const payfastLeastCents = 500;

function remoteFaults(raw: RawPayments, provider: 'payfast' | 'stripe', { localMode, publicUrl }: Where): string[] {
  const faults: string[] = needed[provider]
    .filter((name) => raw[name] === undefined)
    .map((name) => `${name}: missing: PAYMENTS=${provider} needs ${paymentVariables[name].accepts}`);
  for (const name of addresses[provider])
    if (raw[name]?.startsWith('http:') && !localMode)
      faults.push(`${name}: ${JSON.stringify(raw[name])} is not accepted: an https address (http in local mode only)`);
  const isPlayed = localMode && addresses[provider].every((name) => raw[name] !== undefined);
  if (publicUrl.protocol !== 'https:' && !isPlayed)
    faults.push(
      `PUBLIC_URL: "${publicUrl.origin}" is not accepted: PAYMENTS=${provider} sends its notifications to an https address`,
    );
  return faults;
}

/** What the chosen provider needs beside its name, one line for each thing that is missing or wrong. */
export function paymentFaults(raw: RawPayments, where: Where): string[] {
  const { PAYMENTS, PAYMENT_CURRENCY, PLAN_PRICES } = raw;
  if (PAYMENTS === 'sandbox' && !where.localMode && raw.ALLOW_SANDBOX_PAYMENTS !== '1')
    return [
      'PAYMENTS: "sandbox" is not accepted outside local mode, where it gives plans away: ' +
        'payfast, stripe, off, or ALLOW_SANDBOX_PAYMENTS=1',
    ];
  if (PAYMENTS !== 'payfast' && PAYMENTS !== 'stripe') return [];
  const faults = remoteFaults(raw, PAYMENTS, where);
  if (PAYMENTS === 'payfast' && PAYMENT_CURRENCY !== undefined && PAYMENT_CURRENCY !== 'ZAR')
    faults.push(`PAYMENT_CURRENCY: "${PAYMENT_CURRENCY}" is not accepted: PAYMENTS=payfast takes ZAR alone`);
  if (PAYMENTS === 'payfast' && Object.values(PLAN_PRICES ?? {}).some((cents) => cents < payfastLeastCents))
    faults.push('PLAN_PRICES: a price is not accepted: PAYMENTS=payfast takes no payment below 5.00');
  if (PAYMENTS === 'stripe' && (PAYMENT_CURRENCY ?? 'USD') !== 'USD' && PLAN_PRICES === undefined)
    faults.push(`PLAN_PRICES: missing: PAYMENT_CURRENCY=${PAYMENT_CURRENCY} needs ${pricesForm}`);
  return faults;
}

/** The settings of payments. @param mayPlay whether the sandbox is allowed here */
export function paymentConfig(raw: RawPayments, localMode: boolean): PaymentConfig {
  const payments = raw.PAYMENTS ?? (localMode || raw.ALLOW_SANDBOX_PAYMENTS === '1' ? 'sandbox' : 'off');
  const { PAYFAST_MERCHANT_ID: merchantId, PAYFAST_MERCHANT_KEY: merchantKey, PAYFAST_PASSPHRASE: passphrase } = raw;
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = raw;
  return {
    payments,
    sandboxForAll: raw.ALLOW_SANDBOX_PAYMENTS === '1',
    planPrices: raw.PLAN_PRICES ?? null,
    paymentCurrency: raw.PAYMENT_CURRENCY ?? (payments === 'payfast' ? 'ZAR' : 'USD'),
    payfast:
      payments === 'payfast' && merchantId && merchantKey && passphrase
        ? {
            merchantId,
            merchantKey,
            passphrase,
            sourceCheck: raw.PAYFAST_SOURCE_CHECK,
            url: raw.PAYFAST_URL ?? null,
            apiUrl: raw.PAYFAST_API_URL ?? null,
          }
        : null,
    stripe:
      payments === 'stripe' && secretKey && webhookSecret
        ? { secretKey, webhookSecret, apiUrl: raw.STRIPE_API_BASE ?? null }
        : null,
  };
}

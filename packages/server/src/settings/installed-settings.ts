import type { Config } from '../config.ts';
import { does, type MachineRole, serves } from '../config-roles.ts';
import { planPrices } from '../payments/plan-prices.ts';
import { keyCheckOf } from '../security/key-check.ts';

/** What all machines of an installation have in common, by the variable that sets it. */
export const settingNames = [
  'PUBLIC_URL',
  'MAIL_FROM',
  'PAYMENTS',
  'PAYMENT_CURRENCY',
  'PLAN_PRICES',
  'INVOICE_SELLER_NAME',
  'INVOICE_SELLER_ADDRESS',
  'INVOICE_TAX_NUMBER',
  'CAPTCHA',
  'CAPTCHA_SITE_KEY',
  'SECRET_KEY',
] as const;
export type SettingName = (typeof settingNames)[number];

/** As text; null = nothing. Of SECRET_KEY a check value. A name is missing where nobody has said it yet. */
export type SettingValues = Partial<Record<SettingName, string | null>>;

/** `development=19.00,starter=1100.00,…`, as PLAN_PRICES takes it. */
const pricesOf = (config: Pick<Config, 'planPrices'>): string =>
  Object.entries(planPrices(config))
    .map(([plan, cents]) => `${plan}=${(cents / 100).toFixed(2)}`)
    .join(',');

/** What these settings say, defaults included. Without a key nothing is said of it. */
export function settingsOf(config: Config): SettingValues {
  const { invoiceSeller, secretKey } = config;
  return {
    PUBLIC_URL: config.publicUrl,
    MAIL_FROM: config.mailFrom,
    PAYMENTS: config.payments,
    PAYMENT_CURRENCY: config.paymentCurrency,
    PLAN_PRICES: pricesOf(config),
    INVOICE_SELLER_NAME: invoiceSeller.name,
    INVOICE_SELLER_ADDRESS: invoiceSeller.address,
    INVOICE_TAX_NUMBER: invoiceSeller.taxNumber,
    CAPTCHA: config.captcha,
    CAPTCHA_SITE_KEY: config.captchaSiteKey,
    ...(secretKey === null ? {} : { SECRET_KEY: keyCheckOf(secretKey) }),
  };
}

const ofAll: readonly SettingName[] = ['PUBLIC_URL', 'SECRET_KEY'];
const ofPeople: readonly SettingName[] = ['CAPTCHA', 'CAPTCHA_SITE_KEY'];

/** Analysis sells nothing and mails nobody, so it is not asked for what it does not have. */
function usedSettings(roles: readonly MachineRole[]): SettingName[] {
  if (does({ roles }, 'http')) return [...settingNames];
  return settingNames.filter((name) => ofAll.includes(name) || (serves({ roles }) && !ofPeople.includes(name)));
}

/** A machine that only analyses is often told no PUBLIC_URL: then it takes the installation's. */
export const followsPublicUrl = (config: Pick<Config, 'roles' | 'publicUrl' | 'port'>): boolean =>
  !serves(config) && config.publicUrl === `http://localhost:${config.port}`;

/** What a process says of what it uses. */
export function ownSettings(config: Config, roles: readonly MachineRole[] = config.roles): SettingValues {
  const all = settingsOf(config);
  return Object.fromEntries(usedSettings(roles).flatMap((name) => (name in all ? [[name, all[name]]] : [])));
}

/** What a machine says; what it is not told, and does not need, it leaves to others. */
export function saidBy(config: Config): SettingValues {
  const { PUBLIC_URL, ...rest } = ownSettings(config);
  return followsPublicUrl(config) || PUBLIC_URL === undefined ? rest : { PUBLIC_URL, ...rest };
}

/** Names of which both say something, and not the same. */
export const differing = (installed: SettingValues, own: SettingValues): SettingName[] =>
  settingNames.filter((name) => name in installed && name in own && installed[name] !== own[name]);

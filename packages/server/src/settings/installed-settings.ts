import type { Config } from '../config.ts';
import { retentionVariableOf } from '../config-retention.ts';
import { analyses, does, type MachineRole, serves } from '../config-roles.ts';
import { planPrices } from '../payments/plan-prices.ts';
import { keyCheckOf } from '../security/key-check.ts';
import { legalDigest } from './legal-texts.ts';
import { trustListDigest } from './trust-list-digest.ts';

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
  'LEGAL_DIR',
  'RETENTION_SAFE_DAYS_MAX',
  'RETENTION_FLAGGED_DAYS_MAX',
  'RETENTION_RESULTS_DAYS_MAX',
  'RETENTION_LOGS_DAYS_MAX',
  'C2PA_TRUST_LIST',
  'SECRET_KEY',
] as const;
export type SettingName = (typeof settingNames)[number];

/**
 * As text; null = nothing. Of SECRET_KEY a check value, of LEGAL_DIR one of its files, of C2PA_TRUST_LIST one of its certificates. A name
 * is missing where nobody has said it yet.
 */
export type SettingValues = Partial<Record<SettingName, string | null>>;

/** `development=19.00,starter=1100.00,…`, as PLAN_PRICES takes it. */
const pricesOf = (config: Pick<Config, 'planPrices'>): string =>
  Object.entries(planPrices(config))
    .map(([plan, cents]) => `${plan}=${(cents / 100).toFixed(2)}`)
    .join(',');

const days = (bound: number | null): string | null => (bound === null ? null : String(bound));

/** What these settings say, defaults included. Without a key nothing is said of it. */
export function settingsOf(config: Config): SettingValues {
  const { invoiceSeller, retentionMax, secretKey } = config;
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
    LEGAL_DIR: legalDigest(config),
    RETENTION_SAFE_DAYS_MAX: days(retentionMax.safeDays),
    RETENTION_FLAGGED_DAYS_MAX: days(retentionMax.flaggedDays),
    RETENTION_RESULTS_DAYS_MAX: days(retentionMax.resultsDays),
    RETENTION_LOGS_DAYS_MAX: days(retentionMax.logsDays),
    C2PA_TRUST_LIST: trustListDigest(config),
    ...(secretKey === null ? {} : { SECRET_KEY: keyCheckOf(secretKey) }),
  };
}

const ofAll: readonly SettingName[] = ['PUBLIC_URL', 'SECRET_KEY'];
const ofPeople: readonly SettingName[] = ['CAPTCHA', 'CAPTCHA_SITE_KEY', 'LEGAL_DIR'];
/** Who reads Content Credentials: two machines with other lists would call one file valid and untrusted by turns. */
const ofAnalysis: readonly SettingName[] = ['C2PA_TRUST_LIST'];
const ofJobs: readonly SettingName[] = Object.values(retentionVariableOf);

/** Analysis sells nothing and mails nobody, so it is not asked for what it does not have. */
const usedSettings = (roles: readonly MachineRole[]): SettingName[] =>
  settingNames.filter((name) => {
    if (ofAll.includes(name)) return true;
    if (ofAnalysis.includes(name)) return analyses({ roles });
    if (ofPeople.includes(name)) return does({ roles }, 'http');
    return ofJobs.includes(name) ? does({ roles }, 'jobs') : serves({ roles });
  });

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

/** Of these, what no machine but one that analyses says. */
export const ofAnalysisAlone = (values: SettingValues): SettingValues =>
  Object.fromEntries(ofAnalysis.flatMap((name) => (name in values ? [[name, values[name]]] : [])));

/** Names of which both say something, and not the same. */
export const differing = (installed: SettingValues, own: SettingValues): SettingName[] =>
  settingNames.filter((name) => name in installed && name in own && installed[name] !== own[name]);

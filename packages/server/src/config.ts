import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { DoorName, doorNames } from '@clearframe/contract';
import { z } from 'zod';
import { type AnalyserConfig, analyserConfig, analyserFaults, analyserVariables } from './config-analysers.ts';
import { type CaptchaConfig, captchaConfig, captchaFaults, captchaVariables } from './config-captcha.ts';
import { type DatabaseConfig, databaseConfig, databaseFaults, databaseVariables } from './config-database.ts';
import {
  isLoopback,
  type MonitoringConfig,
  monitoringConfig,
  monitoringFaults,
  monitoringVariables,
} from './config-monitoring.ts';
import { misspeltNames } from './config-names.ts';
import { type PaymentConfig, paymentConfig, paymentFaults, paymentVariables } from './config-payments.ts';
import { type RetentionConfig, retentionConfig, retentionVariables } from './config-retention.ts';
import { type RoleConfig, roleConfig, roleVariables } from './config-roles.ts';
import { type StorageConfig, storageConfig, storageFaults, storageVariables } from './config-storage.ts';
import { type TracingConfig, tracingConfig, tracingVariables, withoutIdleTracing } from './config-tracing.ts';
import { type Environment, type Variables, variablesOf } from './environment.ts';

/** A start that cannot go on: one line per wrong variable, each with the value and what is accepted. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const localNames = ['localhost', '127.0.0.1', '[::1]'];

const text = z.string().trim();
const list = text.transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** `192.0.2.7` or `10.0.0.0/8`, in either version of IP, or the name of a private range that Fastify knows. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** As it stands in a URL: `intranet.example:8443`, `127.0.0.1:4000`, `[::1]:4000`. */
const isTarget = (text: string): boolean => /^([a-z0-9._-]+|\[[0-9a-f:.]+\]):\d{1,5}$/i.test(text);

const mailbox = '[^\\s<>@,;:"\\\\]+@[^\\s<>@,;:"\\\\]+';
/** `no-reply@example.com`, `Name <no-reply@example.com>` or `"Name, Ltd." <no-reply@example.com>`. */
const sender = new RegExp(`^(?:${mailbox}|(?:"[^"\\p{Cc}\\\\]*"|[^<>"@,;:\\p{Cc}\\\\]*)\\s*<${mailbox}>)$`, 'u');

/** The address of a sender such as `Name <address>`. */
const addressOf = (from: string): string => /<([^<>]+)>$/.exec(from)?.[1] ?? from;

/** Parameters that nobody reads would be a setting that does nothing: one that is misspelt stops the start. */
function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { hostname, searchParams } = new URL(text);
  const isKnown = ([name, value]: [string, string]) =>
    name === 'ca' ? value !== '' : name === 'requireTLS' && ['true', 'false'].includes(value);
  return hostname !== '' && [...searchParams].every(isKnown);
}

const doorList = list.transform((names, { addIssue }): DoorName[] => {
  const [only] = names;
  if (names.length === 1 && (only === 'all' || only === 'none')) return only === 'all' ? [...doorNames] : [];
  const known = z.array(DoorName).min(1).safeParse(names);
  if (!known.success) addIssue('no such door');
  return known.data ?? [];
});

const targets = {
  schema: list.refine((all) => all.every(isTarget)).default([]),
  accepts: 'host:port pairs, comma-separated',
};

/** `secret` keeps the value out of messages. */
type Variable = { schema: z.ZodType; accepts: string; secret?: true };

/** Every variable with what it accepts. The keys are what `.env.example` lists. */
const variables = {
  PORT: { schema: z.coerce.number().int().min(0).max(65_535).default(3000), accepts: 'a port number, 0 to 65535' },
  HOST: { schema: text.min(1).default('127.0.0.1'), accepts: 'an address to listen on' },
  PUBLIC_URL: { schema: z.url({ protocol: /^https?$/ }).optional(), accepts: 'an http(s) address without a path' },
  TRUST_PROXY: {
    schema: list.refine((all) => all.every(isNetwork)).default([]),
    accepts: 'addresses or networks, comma-separated',
  },
  DATA_DIR: { schema: text.min(1).default('./data'), accepts: 'a folder' },
  LEGAL_DIR: { schema: text.min(1).optional(), accepts: 'a folder' },
  SECRET_KEY: { schema: text.min(32).optional(), accepts: 'at least 32 characters', secret: true },
  SECRET_KEY_PREVIOUS: {
    schema: list.refine((all) => all.every((key) => key.length >= 32)).default([]),
    accepts: 'keys of at least 32 characters, comma-separated',
    secret: true,
  },
  ...roleVariables,
  WORKERS: { schema: z.coerce.number().int().min(1).max(64).optional(), accepts: 'a number from 1 to 64' },
  DRAIN_SECONDS: { schema: z.coerce.number().int().min(0).max(600).default(0), accepts: 'a number of seconds, 0 to 600' },
  ...databaseVariables,
  ...storageVariables,
  SMTP_URL: {
    schema: z
      .url({ protocol: /^smtps?$/ })
      .refine(isSmtpUrl)
      .optional(),
    accepts: 'an smtp:// or smtps:// address, with requireTLS=true or false and ca=FILE as its only parameters',
    secret: true,
  },
  MAIL_FROM: {
    schema: text.regex(sender).default('Clearframe <no-reply@localhost>'),
    accepts: 'a sender: an address, or Name <address>',
  },
  OPERATOR_EMAIL: { schema: text.regex(new RegExp(`^${mailbox}$`)).optional(), accepts: 'a mail address' },
  ...captchaVariables,
  ...paymentVariables,
  ...analyserVariables,
  INVOICE_SELLER_NAME: { schema: text.min(1).max(200).optional(), accepts: 'a name' },
  INVOICE_SELLER_ADDRESS: { schema: text.min(1).max(500).optional(), accepts: 'an address, its lines separated by |' },
  INVOICE_TAX_NUMBER: { schema: text.min(1).max(100).optional(), accepts: 'a tax number' },
  DOORS: {
    schema: doorList.optional(),
    accepts: `all, none, or some of ${doorNames.join(', ')}, comma-separated`,
  },
  TRY_IT: { schema: z.enum(['on', 'off']).default('on'), accepts: 'on or off' },
  FFMPEG_PATH: { schema: text.refine(isAbsolute).optional(), accepts: 'the absolute path of an ffmpeg' },
  VIDEO_TOOLS: { schema: z.enum(['fetch', 'off']).default('fetch'), accepts: 'fetch or off' },
  TEXT_MODELS_DIR: { schema: text.refine(isAbsolute).optional(), accepts: 'the absolute path of a folder' },
  C2PA_TRUST_LIST: { schema: text.refine(isAbsolute).optional(), accepts: 'the absolute path of a file' },
  ALLOW_PRIVATE_TARGETS: targets,
  TENANT_PRIVATE_TARGETS: targets,
  RATE_LIMIT_SCALE: { schema: z.coerce.number().positive().max(1_000_000).optional(), accepts: 'a number above 0' },
  ...retentionVariables,
  ...monitoringVariables,
  ...tracingVariables,
} as const satisfies Record<string, Variable>;

export const configVariables = Object.keys(variables);

export type Config = DatabaseConfig &
  CaptchaConfig &
  StorageConfig &
  PaymentConfig &
  AnalyserConfig &
  RoleConfig &
  RetentionConfig &
  MonitoringConfig &
  TracingConfig & {
    port: number;
    host: string;
    /** Origin that people and mails see, without a trailing slash. */
    publicUrl: string;
    trustProxy: string[];
    /** Absolute path. */
    dataDir: string;
    /** Where `privacy.md` and `terms.md` of the operator are. */
    legalDir: string;
    /** null = made at first start in DATA_DIR (local mode only). */
    secretKey: string | null;
    /** Older keys, newest first: what was made with them is still read. */
    previousKeys: string[];
    workers: number;
    /** Asked to stop, `/readyz` says no for so long while everything is still answered. */
    drainMs: number;
    /** null = mails become files in DATA_DIR/outbox. */
    smtpUrl: string | null;
    mailFrom: string;
    /** Who gets what visitors write: OPERATOR_EMAIL, else the address of MAIL_FROM. */
    operatorEmail: string;
    /** What invoices say about the operator; null = left out. The lines of the address are separated by newlines. */
    invoiceSeller: { name: string | null; address: string | null; taxNumber: string | null };
    /** Visitors without an account may have a picture checked on the first page. */
    tryIt: boolean;
    /** Which protocols of other software are answered. */
    doors: DoorName[];
    /** null = the first ffmpeg on `searchPath`. */
    ffmpegPath: string | null;
    /** Where there is no ffmpeg its library is fetched. */
    fetchVideoTools: boolean;
    /** Folder of the models that read text in pictures; null = those of the package. */
    textModelsDir: string | null;
    /** File of the certificates that signers of Content Credentials may lead to; null = none is trusted. */
    c2paTrustList: string | null;
    /** PATH, as the system gave it. */
    searchPath: string;
    /** Private addresses that any account may name: webhooks, uploads and batches by address. The operator's own are `analyserTargets`. */
    allowPrivateTargets: string[];
    /** Raises the limits per client address. */
    rateLimitScale: number;
    /** The same for requests that do not come from this machine: 1 unless RATE_LIMIT_SCALE is set. */
    strangerScale: number;
    /** Raises the limits per session and token: 1 unless RATE_LIMIT_SCALE is set. */
    throughputScale: number;
    /** Loopback host and local public address: only then /dev/*, a generated key and captcha off are allowed. */
    localMode: boolean;
  };

type Raw = { [K in keyof typeof variables]: z.output<(typeof variables)[K]['schema']> };

/** A value as the sentence shows it: without a name and a password that an address may hold. */
const shown = (value: string | undefined): string => (JSON.stringify(value) ?? '').replace(/\/\/[^/]*@/g, '//…@');

function parseVariables(env: Variables): Raw {
  const lines: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { schema, accepts, secret }] of Object.entries<Variable>(variables)) {
    const value = env[name] === '' ? undefined : env[name];
    const parsed = schema.safeParse(value);
    if (parsed.success) values[name] = parsed.data;
    else lines.push(`${name}: ${secret ? 'the value given' : shown(value)} is not accepted: ${accepts}`);
  }
  if (lines.length > 0) throw new ConfigError(lines.join('\n'));
  return values as Raw;
}

/**
 * Reads and checks every variable.
 * @throws ConfigError with one line for each wrong value
 */
export function readConfig(env: Variables = process.env): Config {
  const raw = parseVariables(withoutIdleTracing(env));
  const publicUrl = new URL(raw.PUBLIC_URL ?? `http://localhost:${raw.PORT}`);
  const localMode = isLoopback(raw.HOST) && localNames.includes(publicUrl.hostname);
  const lines: string[] = [];
  if (publicUrl.pathname !== '/') lines.push(`PUBLIC_URL: "${publicUrl.href}" is not accepted: ${variables.PUBLIC_URL.accepts}`);
  if (!localMode && !raw.SECRET_KEY)
    lines.push('SECRET_KEY: missing: outside local mode it must be set, at least 32 random characters');
  if (raw.SECRET_KEY && raw.SECRET_KEY_PREVIOUS.includes(raw.SECRET_KEY))
    lines.push('SECRET_KEY_PREVIOUS: the value given is not accepted: it holds SECRET_KEY itself, a new key was not set');
  lines.push(...storageFaults(raw), ...databaseFaults(raw), ...monitoringFaults(raw));
  const where = { localMode, allowPrivateTargets: raw.ALLOW_PRIVATE_TARGETS };
  lines.push(...captchaFaults(raw, localMode), ...paymentFaults(raw, { localMode, publicUrl }), ...analyserFaults(raw, where));
  if (lines.length > 0) throw new ConfigError(lines.join('\n'));
  return {
    port: raw.PORT,
    host: raw.HOST,
    publicUrl: publicUrl.origin,
    trustProxy: raw.TRUST_PROXY,
    dataDir: resolve(raw.DATA_DIR),
    legalDir: resolve(raw.LEGAL_DIR ?? join(raw.DATA_DIR, 'legal')),
    secretKey: raw.SECRET_KEY ?? null,
    previousKeys: raw.SECRET_KEY_PREVIOUS,
    ...roleConfig(raw),
    workers: raw.WORKERS ?? availableParallelism(),
    drainMs: raw.DRAIN_SECONDS * 1_000,
    ...databaseConfig(raw),
    ...storageConfig(raw),
    smtpUrl: raw.SMTP_URL ?? null,
    mailFrom: raw.MAIL_FROM,
    operatorEmail: raw.OPERATOR_EMAIL ?? addressOf(raw.MAIL_FROM),
    ...captchaConfig(raw),
    ...paymentConfig(raw, localMode),
    ...analyserConfig(raw, where),
    invoiceSeller: {
      name: raw.INVOICE_SELLER_NAME ?? null,
      address: raw.INVOICE_SELLER_ADDRESS?.replaceAll(/\s*\|\s*/g, '\n') ?? null,
      taxNumber: raw.INVOICE_TAX_NUMBER ?? null,
    },
    tryIt: raw.TRY_IT === 'on',
    doors: raw.DOORS ?? [...doorNames],
    ffmpegPath: raw.FFMPEG_PATH ?? null,
    fetchVideoTools: raw.VIDEO_TOOLS === 'fetch',
    textModelsDir: raw.TEXT_MODELS_DIR ?? null,
    c2paTrustList: raw.C2PA_TRUST_LIST ?? null,
    searchPath: env.PATH ?? '',
    allowPrivateTargets: raw.TENANT_PRIVATE_TARGETS,
    rateLimitScale: raw.RATE_LIMIT_SCALE ?? (localMode ? 20 : 1),
    strangerScale: raw.RATE_LIMIT_SCALE ?? 1,
    throughputScale: raw.RATE_LIMIT_SCALE ?? 1,
    ...retentionConfig(raw),
    ...monitoringConfig(raw),
    ...tracingConfig(raw),
    localMode,
  };
}

/**
 * The configuration of a start. A name that is nearly one of ours is a setting that would do nothing, so it stops the start.
 * @throws ConfigError with one line for each such name and each wrong value
 */
export function readStartConfig(environment: Environment): Config {
  const [inFile, inherited] = [Object.keys(environment.inFile), Object.keys(environment.inherited)];
  const lines = misspeltNames({ inFile, inherited }, configVariables).map(
    ({ name, nearest }) => `${name}: no such variable${inFile.includes(name) ? ' (in .env)' : ''}. The nearest is ${nearest}.`,
  );
  try {
    const config = readConfig(variablesOf(environment));
    if (lines.length === 0) return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    lines.push(error.message);
  }
  throw new ConfigError(lines.join('\n'));
}

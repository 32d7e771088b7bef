import { z } from 'zod';

const text = z.string().trim();
const key = text.regex(/^\S+$/).optional();

const kinds = ['disk', 's3'] as const;

/** Variables of the storage, with what each accepts. */
export const storageVariables = {
  STORAGE: { schema: z.enum(kinds).default('disk'), accepts: 'disk or s3' },
  STORAGE_PREVIOUS: { schema: z.enum(kinds).optional(), accepts: 'disk or s3' },
  S3_BUCKET: {
    schema: text.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/).optional(),
    accepts: 'the name of a bucket: letters, digits, dots, - and _',
  },
  S3_REGION: { schema: text.regex(/^[a-z0-9-]{1,64}$/i).optional(), accepts: 'the name of a region' },
  S3_ENDPOINT: {
    schema: z
      .url({ protocol: /^https?$/ })
      .refine((url) => new URL(url).pathname === '/' && !new URL(url).search)
      .optional(),
    accepts: 'an http(s) address without a path',
  },
  S3_PATH_STYLE: { schema: z.enum(['on', 'off']).optional(), accepts: 'on or off' },
  S3_ACCESS_KEY_ID: { schema: key, accepts: 'the id of an access key' },
  S3_SECRET_ACCESS_KEY: { schema: key, accepts: 'the secret of that access key', secret: true },
  S3_PREFIX: {
    schema: text.regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/).optional(),
    accepts: 'a folder of the bucket without a slash at its ends: letters, digits, - and _, and dots inside',
  },
  S3_ENCRYPTION: {
    schema: text.regex(/^(?:bucket|AES256|kms:\S+)$/).optional(),
    accepts: 'bucket, AES256 or kms:KEY',
  },
} as const;

type Raw = { [K in keyof typeof storageVariables]: z.output<(typeof storageVariables)[K]['schema']> };

export type S3Config = {
  bucket: string;
  region: string;
  /** null = AWS, by the region. */
  endpoint: string | null;
  /** The bucket stands in the path of an address, not in its host. */
  pathStyle: boolean;
  /** null = found by the SDK: the machine's role, a web identity, a profile. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Of every key, with its slash at the end; '' = none. */
  prefix: string;
  /** null = as the bucket says. */
  encryption: { algorithm: 'AES256' } | { algorithm: 'aws:kms'; key: string } | null;
};

export type StorageConfig = {
  /** Where files are written; `disk` is DATA_DIR/objects. */
  storage: (typeof kinds)[number];
  /** Where what is not moved yet is read; null = nowhere. */
  storagePrevious: (typeof kinds)[number] | null;
  /** null = none of both is S3. */
  s3: S3Config | null;
};

const pair = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const ofS3 = ['S3_BUCKET', 'S3_REGION', 'S3_ENDPOINT', 'S3_PATH_STYLE', 'S3_PREFIX', 'S3_ENCRYPTION', ...pair] as const;

function encryptionOf(text: string): S3Config['encryption'] {
  if (text === 'bucket') return null;
  return text === 'AES256' ? { algorithm: text } : { algorithm: 'aws:kms', key: text.slice('kms:'.length) };
}

const usesS3 = ({ STORAGE, STORAGE_PREVIOUS }: Raw): boolean => STORAGE === 's3' || STORAGE_PREVIOUS === 's3';

export function storageConfig(raw: Raw): StorageConfig {
  const where = { storage: raw.STORAGE, storagePrevious: raw.STORAGE_PREVIOUS ?? null };
  if (!usesS3(raw)) return { ...where, s3: null };
  const [accessKeyId, secretAccessKey] = [raw.S3_ACCESS_KEY_ID, raw.S3_SECRET_ACCESS_KEY];
  return {
    ...where,
    s3: {
      bucket: raw.S3_BUCKET ?? '',
      region: raw.S3_REGION ?? 'us-east-1',
      endpoint: raw.S3_ENDPOINT ?? null,
      pathStyle: raw.S3_PATH_STYLE ? raw.S3_PATH_STYLE === 'on' : raw.S3_ENDPOINT !== undefined,
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
      prefix: raw.S3_PREFIX ? `${raw.S3_PREFIX}/` : '',
      encryption: encryptionOf(raw.S3_ENCRYPTION ?? 'bucket'),
    },
  };
}

/** Addresses are written into logs and printed by commands. */
const holdsCredentials = (endpoint: string | undefined): boolean => {
  const { username, password } = new URL(endpoint ?? 'http://none');
  return username !== '' || password !== '';
};

/** What does not go together, one line each. */
export function storageFaults(raw: Raw): string[] {
  if (holdsCredentials(raw.S3_ENDPOINT))
    return ['S3_ENDPOINT: a name or a password in the address is not accepted: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'];
  if (raw.STORAGE === raw.STORAGE_PREVIOUS)
    return [`STORAGE_PREVIOUS: "${raw.STORAGE}" is not accepted: it is STORAGE already. Name the other one, or leave it out`];
  if (!usesS3(raw)) {
    const set = ofS3.filter((name) => raw[name] !== undefined);
    return set.map((name) => `${name}: not accepted with STORAGE=disk: set STORAGE=s3, or leave it out`);
  }
  const faults = raw.S3_BUCKET ? [] : [`S3_BUCKET: missing: s3 needs ${storageVariables.S3_BUCKET.accepts}`];
  const [absent, ...more] = pair.filter((name) => !raw[name]);
  if (absent && more.length === 0)
    faults.push(`${absent}: missing: set both keys, or neither to use the credentials of this machine`);
  return faults;
}

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** What a key is used for: each use has its own, derived from the one secret. */
export type SecretUse =
  | 'access-token'
  | 'checker'
  | 'mail'
  | 'file-url'
  | 'list-cursor'
  | 'captcha'
  | 'captcha-key'
  | 'trial-address'
  | 'registration-code'
  | 'two-step'
  | 'recovery-code'
  | 'payment'
  | 'sandbox-payment'
  | 'webhook'
  | 's3-source'
  | 'statement'
  | 'chat-hook'
  | 'notice'
  | 'transparency'
  | 'audit-author'
  | 'key-check'
  | 'backup';

export type Secrets = {
  /** AES-256-GCM. Returns base64url of version, nonce, tag and ciphertext. */
  seal(use: SecretUse, text: string): string;
  /** @throws when the text was changed, sealed for another use, or under a key that is not listed any more */
  open(use: SecretUse, sealed: string): string;
  /** The same text sealed under the current key; null when it is already. @throws as {@link Secrets.open} */
  reseal(use: SecretUse, sealed: string): string | null;
  /** HMAC-SHA-256 as base64url, under the current key. */
  sign(use: SecretUse, text: string): string;
  /** Under the current key and every previous one, current first: for finding what {@link Secrets.sign} stored earlier. */
  signatures(use: SecretUse, text: string): string[];
  /** Constant-time check of {@link Secrets.sign}, made with the current key or a previous one. */
  verify(use: SecretUse, text: string, signature: string): boolean;
  /** The derived current key itself, as hex, for a library that signs by itself: what it signed ends with its key. */
  derived(use: SecretUse): string;
};

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives a key for each use, once. */
function deriver(secretKey: string): (use: SecretUse) => KeyObject {
  const keys = new Map<SecretUse, KeyObject>();
  return (use) => {
    const known = keys.get(use);
    if (known) return known;
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, 'clearframe', use, 32)));
    keys.set(use, key);
    return key;
  };
}

function sealWith(key: KeyObject, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** @throws when the tag does not fit the key */
function openWith(key: KeyObject, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes[0] !== VERSION || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) throw new Error('Sealed text is not readable');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

const hmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest('base64url');

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * @param secretKey the operator's secret of at least 32 characters: everything new is made with it
 * @param previousKeys those that it replaced, newest first, for reading only. Sealed text names no key: its tag tells which fits.
 */
export function createSecrets(secretKey: string, previousKeys: readonly string[] = []): Secrets {
  const current = deriver(secretKey);
  const all = [current, ...previousKeys.map(deriver)];
  /** @returns the text and whether the current key opened it */
  const find = (use: SecretUse, sealed: string): { text: string; isCurrent: boolean } => {
    let fault: unknown;
    for (const keyOf of all) {
      try {
        return { text: openWith(keyOf(use), sealed), isCurrent: keyOf === current };
      } catch (error) {
        fault ??= error;
      }
    }
    throw fault;
  };
  return {
    seal: (use, text) => sealWith(current(use), text),
    open: (use, sealed) => find(use, sealed).text,
    reseal(use, sealed) {
      const { text, isCurrent } = find(use, sealed);
      return isCurrent ? null : sealWith(current(use), text);
    },
    sign: (use, text) => hmac(current(use), text),
    signatures: (use, text) => all.map((keyOf) => hmac(keyOf(use), text)),
    // Every key is tried, so that the time does not tell which one fitted.
    verify: (use, text, signature) => all.filter((keyOf) => isSame(hmac(keyOf(use), text), signature)).length > 0,
    derived: (use) => current(use).export().toString('hex'),
  };
}

/** A value that cannot be guessed: 256 random bits as base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 as hex: how tokens are looked up without storing them. */
export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a key is used for: each use has its own, derived from the one secret. */
export type SecretUse =
  | 'access-token'
  | 'mail'
  | 'file-url'
  | 'captcha'
  | 'captcha-key'
  | 'trial-address'
  | 'registration-code'
  | 'two-step'
  | 'recovery-code'
  | 'webhook';

export type Secrets = {
  /** AES-256-GCM. Returns base64url of version, nonce, tag and ciphertext. */
  seal(use: SecretUse, text: string): string;
  /** @throws when the text was changed or sealed for another use */
  open(use: SecretUse, sealed: string): string;
  /** HMAC-SHA-256 as base64url. */
  sign(use: SecretUse, text: string): string;
  /** Constant-time check of {@link Secrets.sign}. */
  verify(use: SecretUse, text: string, signature: string): boolean;
  /** The derived key itself, as hex, for a library that signs by itself. */
  derived(use: SecretUse): string;
};

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param secretKey the operator's secret of at least 32 characters */
export function createSecrets(secretKey: string): Secrets {
  const keys = new Map<SecretUse, Buffer>();
  const keyOf = (use: SecretUse): Buffer => {
    const known = keys.get(use);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', secretKey, 'clearframe', use, 32));
    keys.set(use, key);
    return key;
  };
  const sign = (use: SecretUse, text: string) => createHmac('sha256', keyOf(use)).update(text).digest('base64url');
  return {
    seal(use, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyOf(use), nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(use, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes[0] !== VERSION || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) throw new Error('Sealed text is not readable');
      const decipher = createDecipheriv('aes-256-gcm', keyOf(use), bytes.subarray(1, 1 + NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    sign,
    verify(use, text, signature) {
      const expected = Buffer.from(sign(use, text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
    derived: (use) => keyOf(use).toString('hex'),
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

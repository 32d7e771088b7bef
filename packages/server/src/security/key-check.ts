import { createSecrets } from './secrets.ts';

const signed = 'clearframe';

/** What tells later whether a key is the same one, and nothing of the key. */
export const keyCheckOf = (secretKey: string): string => createSecrets(secretKey).sign('key-check', signed);

/** Whether a check value was made with one of these keys. */
export const isCheckOf = (keyCheck: string, secretKey: string, previousKeys: readonly string[] = []): boolean =>
  createSecrets(secretKey, previousKeys).verify('key-check', signed, keyCheck);

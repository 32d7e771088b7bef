import type { Config } from '../../config.ts';
import { isCheckOf, keyCheckOf } from '../../security/key-check.ts';
import { findSecretKey } from '../../security/secret-key.ts';

/** What tells later whether a key is the same one. @throws Error when there is no key */
export async function ownKeyCheck(config: Config): Promise<string> {
  const key = await findSecretKey(config);
  if (key === null)
    throw new Error(`There is no SECRET_KEY, and none in ${config.dataDir}. Start the server once, or set SECRET_KEY.`);
  return keyCheckOf(key);
}

/** Refuses rows under a key that nobody here has: tokens, secrets and second steps could not be read. @throws Error with a sentence */
export async function requireSameKey(config: Config, keyCheck: string): Promise<void> {
  const key = await findSecretKey(config);
  const where = config.secretKey === null ? `${config.dataDir}/secret.key` : 'SECRET_KEY';
  if (key === null)
    throw new Error('There is no SECRET_KEY here. Set it to the one under which the backup was made, and nothing was changed.');
  if (!isCheckOf(keyCheck, key, config.previousKeys))
    throw new Error(
      `The backup was made under another key than ${where}. Set that one, or list it in SECRET_KEY_PREVIOUS. Nothing was changed.`,
    );
}

import type { Config } from '../../config.ts';
import { isCheckOf, keyCheckOf } from '../../security/key-check.ts';
import { findSecretKey } from '../../security/secret-key.ts';
import { createSecrets } from '../../security/secrets.ts';
import { type Contents, type Manifest, signedText } from './manifest.ts';

/** What SECRET_KEY says of a backup: whether another key is the same one, and that its manifest is as it was written. */
export type Seal = { keyCheck: string; of(manifest: Contents): string };

/** @throws Error when there is no key */
export async function ownSeal(config: Config): Promise<Seal> {
  const key = await findSecretKey(config);
  if (key === null)
    throw new Error(`There is no SECRET_KEY, and none in ${config.dataDir}. Start the server once, or set SECRET_KEY.`);
  const secrets = createSecrets(key);
  return { keyCheck: keyCheckOf(key), of: (manifest) => secrets.sign('backup', signedText(manifest)) };
}

/**
 * Refuses rows under a key that nobody here has: tokens, secrets and second steps could not be read. Refuses a manifest that somebody
 * without the key has changed too: it says which tables are filled, and with what.
 * @param name how sentences call the backup's place
 * @throws Error with a sentence
 */
export async function requireSameKey(config: Config, manifest: Manifest, name: string): Promise<void> {
  const key = await findSecretKey(config);
  const where = config.secretKey === null ? `${config.dataDir}/secret.key` : 'SECRET_KEY';
  if (key === null)
    throw new Error('There is no SECRET_KEY here. Set it to the one under which the backup was made, and nothing was changed.');
  if (!isCheckOf(manifest.keyCheck, key, config.previousKeys))
    throw new Error(
      `The backup was made under another key than ${where}. Set that one, or list it in SECRET_KEY_PREVIOUS. Nothing was changed.`,
    );
  if (!createSecrets(key, config.previousKeys).verify('backup', signedText(manifest), manifest.seal))
    throw new Error(`Somebody changed the manifest of the backup in ${name}. Use another backup. Nothing was changed.`);
}

import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

const fileName = 'secret.key';
/** As long as SECRET_KEY must be. */
const minLength = 32;

/** The key that lies there; null when there is none. @throws when the file was cut or emptied: every signature would be guessed */
async function readKey(path: string): Promise<string | null> {
  let text: string;
  try {
    text = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  if (text.length < minLength)
    throw new Error(`${path} holds no key. Put it back from a copy; without it, tokens that were made with it are lost.`);
  return text;
}

/** The secret without making one; null when there is none yet. @throws as {@link readSecretKey} */
export const findSecretKey = async ({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Promise<string | null> =>
  secretKey ?? (await readKey(join(dataDir, fileName)));

/**
 * The secret that everything else is derived from: SECRET_KEY, or in local mode the one in DATA_DIR, made at the first start
 * with mode 0600. Written whole and then linked into place, so that of several processes that start at once all read the same.
 */
export async function readSecretKey({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Promise<string> {
  if (secretKey) return secretKey;
  const path = join(dataDir, fileName);
  const known = await readKey(path);
  if (known) return known;
  await mkdir(dataDir, { recursive: true });
  const partial = join(dataDir, `.${fileName}.${randomUUID()}.partial`);
  const file = await open(partial, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(32).toString('base64url')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await link(partial, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(partial, { force: true });
  const made = await readKey(path);
  if (!made) throw new Error(`${path} could not be made`);
  return made;
}

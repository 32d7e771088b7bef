import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

const fileName = 'secret.key';

/**
 * The secret that everything else is derived from: SECRET_KEY, or in local mode the one in DATA_DIR, made at the first start
 * with mode 0600. Written whole and then linked into place, so that of several processes that start at once all read the same.
 */
export async function readSecretKey({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Promise<string> {
  if (secretKey) return secretKey;
  const path = join(dataDir, fileName);
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known.trim()) return known.trim();
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
  return (await readFile(path, 'utf8')).trim();
}

import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { type Config, ConfigError } from '../config.ts';

const LIST_MAX_BYTES = 2 * 1_048_576;
const certificate = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/**
 * The certificates that signers of Content Credentials may lead to, as PEM without what stands between them; null = none is set.
 * @throws ConfigError naming what is wrong: a list that is half read would trust fewer than its operator wants
 */
export async function readTrustList({ c2paTrustList: path }: Pick<Config, 'c2paTrustList'>): Promise<string | null> {
  if (path === null) return null;
  try {
    const { size } = await stat(path);
    if (size > LIST_MAX_BYTES) throw new Error('the file is larger than 2 MB');
    const found = (await readFile(path, 'utf8')).match(certificate) ?? [];
    if (found.length === 0) throw new Error('the file holds no certificate in PEM');
    for (const one of found) new X509Certificate(one);
    return `${found.join('\n')}\n`;
  } catch (cause) {
    throw new ConfigError(`C2PA_TRUST_LIST: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

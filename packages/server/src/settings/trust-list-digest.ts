import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Config } from '../config.ts';

const certificate = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;
/** As much as a list may have. */
const maxBytes = 2 * 1_048_576;

/** Tells the trust lists of two machines apart, whatever their order and what stands between certificates; null = none is set. */
export function trustListDigest({ c2paTrustList: path }: Pick<Config, 'c2paTrustList'>): string | null {
  if (path === null) return null;
  try {
    if (statSync(path).size > maxBytes) return 'unreadable';
    const found = readFileSync(path, 'utf8').match(certificate) ?? [];
    const bare = found.map((one) => one.replace(/\s/g, '')).sort();
    return `${bare.length} certificates ${createHash('sha256').update(bare.join()).digest('hex').slice(0, 16)}`;
  } catch {
    // Whoever reads credentials by it does not start; nobody else needs it.
    return 'unreadable';
  }
}

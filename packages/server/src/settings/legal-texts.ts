import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

const names = ['privacy', 'terms'] as const;
export type LegalName = (typeof names)[number];

/** What the operator wrote, as Markdown; null = nothing. @throws Error when it is there and cannot be read */
export function readLegalText({ legalDir }: Pick<Config, 'legalDir'>, name: LegalName): string | null {
  const path = join(legalDir, `${name}.md`);
  try {
    // Editors on Windows put a byte order mark in front.
    const markdown = readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n');
    return markdown.trim() === '' ? null : markdown;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    // An operator who wrote a text must not be left with the template unawares.
    throw new Error(`The legal text ${path} cannot be read`, { cause: error });
  }
}

function digestOf(config: Pick<Config, 'legalDir'>, name: LegalName): string {
  try {
    const text = readLegalText(config, name);
    return text === null ? '–' : createHash('sha256').update(text).digest('hex').slice(0, 16);
  } catch {
    // Whoever serves it does not start; nobody else needs it.
    return 'unreadable';
  }
}

/** Tells texts of two machines apart: `privacy.md 0123456789abcdef, terms.md –`; null = there are none. */
export function legalDigest(config: Pick<Config, 'legalDir'>): string | null {
  const digests = names.map((name) => digestOf(config, name));
  return digests.every((digest) => digest === '–') ? null : names.map((name, place) => `${name}.md ${digests[place]}`).join(', ');
}

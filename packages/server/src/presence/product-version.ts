import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest = new URL('../../package.json', import.meta.url);
const repository = new URL('../../../../.git/', import.meta.url);

/** The version of this server, as its package says. */
export const productVersion = (): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8'))).version;

function read(name: string): string {
  try {
    return readFileSync(new URL(name, repository), 'utf8').trim();
  } catch {
    return '';
  }
}

/** The commit that is checked out, as git keeps it beside the code; `unknown` where there is no git, as in an image. */
export function productRevision(): string {
  const head = read('HEAD');
  const branch = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1];
  const packed =
    branch === undefined
      ? ''
      : read('packed-refs')
          .split('\n')
          .find((line) => line.endsWith(` ${branch}`));
  const commit = branch === undefined ? head : read(branch) || (packed ?? '').slice(0, 40);
  return /^[0-9a-f]{40}$/.test(commit) ? commit.slice(0, 12) : 'unknown';
}

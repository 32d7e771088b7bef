import { open, readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { mediaKinds, sniffKind } from '@clearframe/contract';

/** One thing to check. A target that cannot be checked carries the sentence that says why. */
export type Target = { label: string; source: { path: string } | { url: string } | { problem: string } };

const pictures = Object.values(mediaKinds).filter(({ medium }) => medium === 'image');
const endings = new Set([...pictures.map(({ extension }) => `.${extension}`), '.jpeg']);

/** What the words of a command line stand for, in their order; folders become their pictures, by name. */
export async function listTargets(words: readonly string[]): Promise<Target[]> {
  const targets: Target[] = [];
  for (const word of words) {
    if (/^https?:\/\//i.test(word)) targets.push({ label: word, source: { url: word } });
    else targets.push(...(await listPath(word)));
  }
  return targets;
}

async function listPath(path: string): Promise<Target[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [{ label: path, source: { path } }];
    const found = await listFolder(path);
    return found.length > 0 ? found : [{ label: path, source: { problem: 'There is no picture in this folder' } }];
  } catch (error) {
    return [{ label: path, source: { problem: reasonOf(error) } }];
  }
}

/** Linked folders are not entered: they may lead back. A file that only its name calls a picture is listed, to be reported. */
async function listFolder(folder: string): Promise<Target[]> {
  const targets: Target[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      targets.push(...(await listFolder(path).catch((error) => [{ label: path, source: { problem: reasonOf(error) } }])));
    } else if (entry.isFile() && (endings.has(extname(path).toLowerCase()) || (await looksLikePicture(path)))) {
      targets.push({ label: path, source: { path } });
    }
  }
  return targets;
}

/** By content, as the engine will see it. A file that cannot be read is no picture as far as the search goes. */
async function looksLikePicture(path: string): Promise<boolean> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(new Uint8Array(64), 0, 64, 0);
      const kind = sniffKind(buffer.subarray(0, bytesRead));
      return kind !== null && mediaKinds[kind].medium === 'image';
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}

/** The sentences for what usually goes wrong with a path. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'There is no such file or folder';
  if (code === 'EACCES' || code === 'EPERM') return 'It may not be read';
  return error instanceof Error ? error.message : String(error);
}

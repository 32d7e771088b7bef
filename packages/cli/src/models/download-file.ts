import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { Hub, HubFile } from './hub.ts';
import { causeOf, ModelsError } from './models-error.ts';

/** Larger ones are no models of pictures. */
const FILE_MAX_BYTES = 20 * 1024 ** 3;
/** Where a size is not told, it is a text. */
const UNTOLD_MAX_BYTES = 64 * 1024 ** 2;
/** So often a broken connection is taken up again, as long as bytes came. */
const RESUMES_MAX = 5;

type Wanted = { id: string; commit: string; path: string; told: HubFile };

/**
 * Fetches a file into `part`, going on where an earlier run stopped. What came is told apart by its server's mark (ETag), kept beside it:
 * bytes of another version are never joined.
 * @returns size and sum of the whole
 * @throws ModelsError 1 network or disk, 3 when size or sum is not what the hub said; the part is then removed
 */
export async function downloadFile(hub: Hub, wanted: Wanted, part: string): Promise<{ bytes: number; sha256: string }> {
  const { told, path } = wanted;
  const most = told.bytes ?? UNTOLD_MAX_BYTES;
  if (most > FILE_MAX_BYTES) throw new ModelsError(1, `${path} has ${most} bytes, more than any model of pictures.`);
  for (let resumes = 0; ; resumes += 1) {
    const before = await lengthOf(part);
    try {
      await fetchOnce(hub, wanted, { part, most });
      break;
    } catch (error) {
      if (error instanceof ModelsError && error.code !== 1) throw error;
      const got = (await lengthOf(part)) > before;
      if (got && resumes < RESUMES_MAX) continue;
      throw error instanceof ModelsError
        ? error
        : new ModelsError(1, `${path} broke off (${causeOf(error)}). Run it again to go on.`, { cause: error });
    }
  }
  const sum = await hashOf(part);
  const differs = (told.bytes !== null && sum.bytes !== told.bytes) || (told.sha256 !== null && sum.sha256 !== told.sha256);
  if (!differs) return sum;
  await removePart(part);
  throw new ModelsError(3, `${path} is not what the hub announced: its size or checksum differs. Nothing was replaced.`);
}

/** The part, and the mark beside it. */
export async function removePart(part: string): Promise<void> {
  await Promise.all([rm(part, { force: true }), rm(`${part}.etag`, { force: true })]);
}

async function fetchOnce(
  hub: Hub,
  { id, commit, path, told }: Wanted,
  { part, most }: { part: string; most: number },
): Promise<void> {
  const at = await lengthOf(part);
  const etag = at > 0 ? await readFile(`${part}.etag`, 'utf8').catch(() => '') : '';
  if (at > 0 && at === told.bytes && told.sha256 !== null) return;
  const answer = await hub.open(id, commit, path, at > 0 && etag !== '' ? { at, etag } : null);
  const goesOn = answer.status === 206 && new RegExp(`^bytes ${at}-`).test(answer.headers.get('content-range') ?? '');
  if (!goesOn && answer.status !== 200) {
    await answer.body?.cancel();
    await removePart(part);
    throw new Error(`the server answered ${answer.status}`);
  }
  const mark = answer.headers.get('etag') ?? '';
  if (!goesOn) {
    await removePart(part);
    if (mark !== '' && !mark.startsWith('W/')) await writeFile(`${part}.etag`, mark);
  }
  const file = await open(part, goesOn ? 'a' : 'w');
  try {
    let size = goesOn ? at : 0;
    for await (const bytes of answer.body ?? []) {
      size += bytes.length;
      if (size > most) break;
      await file.write(bytes);
    }
    await file.sync();
    if (size <= most) return;
  } finally {
    await file.close();
  }
  await removePart(part);
  throw new ModelsError(3, `${path} is longer than the hub announced. Nothing was replaced.`);
}

const lengthOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0;

async function hashOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of createReadStream(path)) {
    hash.update(part);
    bytes += part.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

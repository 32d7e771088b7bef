import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Output } from '../check/report.ts';
import { downloadFile, removePart } from './download-file.ts';
import type { Hub } from './hub.ts';
import { type Lock, type LockedFile, readLock, sumOf, writeLock } from './lock-file.ts';
import { causeOf, ModelsError } from './models-error.ts';

/** What the analyser `transformers` runs, the first of each line that a model has. */
const onnxFiles = [
  ['onnx/model.onnx', 'model.onnx', 'onnx/model_quantized.onnx'],
  ['onnx/vision_model.onnx', 'vision_model.onnx'],
  ['onnx/text_model.onnx', 'text_model.onnx'],
];
const plainFiles = [/^[^/]+\.json$/, /^onnx\/[^/]+\.json$/, /^LICENSE[^/]*$/, /^README\.md$/];
/** A file of the folder that is the operator's, or ours. */
const own = ['clearframe.json', 'clearframe.lock.json'];

const isPlainName = (path: string): boolean =>
  path.length <= 200 && /^[\w.+-]+(\/[\w.+-]+)?$/.test(path) && !path.split('/').some((part) => part.startsWith('.'));

/**
 * The files of a model that are fetched: JSON, licence, README, and the ONNX files that Clearframe runs. Never code, pickles or other
 * precisions, and nothing that would lie outside the folder.
 */
function chooseFiles(paths: readonly string[]): string[] {
  const safe = paths.filter((path) => isPlainName(path) && !own.includes(path));
  const models = onnxFiles.flatMap((names) => names.find((name) => safe.includes(name)) ?? []);
  return [...safe.filter((path) => plainFiles.some((pattern) => pattern.test(path))), ...models].slice(0, 100);
}

export type AddOptions = {
  id: string;
  folder: string;
  /** Without one that of the lock, else `main`. */
  revision: string | null;
  /** The licence's name as the person gave it beforehand. */
  accepted: string | null;
};

export type AddParts = {
  hub: Hub;
  out: Output;
  /** Asks a person at the terminal; null = there is none. */
  ask: ((question: string) => Promise<string>) | null;
  now: () => Date;
};

/**
 * Fetches a model into a folder that the analyser `transformers` reads, and pins every file. Whatever was pinned is replaced by nothing
 * else. A run that was cut off goes on when it is repeated.
 * @throws ModelsError
 */
export async function addModel({ id, folder, revision, accepted }: AddOptions, { hub, out, ask, now }: AddParts): Promise<Lock> {
  const lock = await readLock(folder);
  if (lock && lock.repo !== id) throw new ModelsError(3, `${folder} holds ${lock.repo}. Choose another folder.`);
  const model = await hub.describe(id, revision ?? lock?.revision ?? 'main');
  if (lock && lock.revision !== model.commit)
    throw new ModelsError(3, `${folder} is pinned to ${lock.revision}. Fetch revision ${model.commit} into another folder.`);
  const paths = chooseFiles(model.paths);
  if (!paths.some((path) => path.endsWith('.onnx')))
    throw new ModelsError(1, `${id} has no ONNX file that Clearframe runs. Ask its authors, or convert it yourself.`);
  const acceptedAt =
    lock && lock.licence === model.licence
      ? lock.accepted_at
      : await acceptLicence({ id, licence: model.licence, accepted }, { out, ask, now });

  const files: LockedFile[] = [];
  const fetched: { part: string; to: string }[] = [];
  for (const path of paths) {
    const to = join(folder, path);
    const pinned = lock?.files.find((file) => file.path === path);
    const told = await hub.look(id, model.commit, path);
    if (pinned && told.sha256 !== null && told.sha256 !== pinned.sha256) throw another(path);
    const expected = pinned?.sha256 ?? told.sha256;
    const here = await onDisk(() => sumOf(to));
    if (here && here.sha256 === expected) {
      files.push({ path, ...here });
      out.write(`  ${path} is here already\n`);
      continue;
    }
    const part = `${to}.${model.commit.slice(0, 12)}.part`;
    await onDisk(() => mkdir(dirname(to), { recursive: true }));
    const sum = await downloadFile(hub, { id, commit: model.commit, path, told }, part);
    if ((pinned && sum.sha256 !== pinned.sha256) || (here && !pinned && here.sha256 !== sum.sha256)) {
      await removePart(part);
      throw another(path);
    }
    files.push({ path, ...sum });
    fetched.push({ part, to });
    out.write(`  ${path} (${sum.bytes.toLocaleString('en')} bytes)\n`);
  }
  // Nothing takes its place before all of it was checked.
  for (const { part, to } of fetched) {
    await onDisk(() => rename(part, to));
    await removePart(part);
  }
  const written = { repo: id, revision: model.commit, licence: model.licence, accepted_at: acceptedAt, files };
  await onDisk(() => writeLock(folder, written));
  return written;
}

const another = (path: string) =>
  new ModelsError(3, `${path} is another file than the one that is pinned or here. Nothing was replaced.`);

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof ModelsError ? cause : new ModelsError(1, `The disk refused (${causeOf(cause)}).`, { cause });
  }
}

async function acceptLicence(
  { id, licence, accepted }: { id: string; licence: string | null; accepted: string | null },
  { out, ask, now }: Pick<AddParts, 'out' | 'ask' | 'now'>,
): Promise<string> {
  const name = licence ?? 'none';
  out.write(`${id}: licence ${licence ?? 'none stated by its authors'}\n`);
  if (accepted === null && ask === null)
    throw new ModelsError(4, `Read the licence, then run this again with --accept-licence ${name}.`);
  const given = accepted ?? (await ask?.(`Type the licence's name to accept it (${name}): `)) ?? '';
  if (given.trim().toLowerCase() !== name.toLowerCase())
    throw new ModelsError(4, `The licence ${name} was not accepted. Nothing was fetched.`);
  return now().toISOString();
}

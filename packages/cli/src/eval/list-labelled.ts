import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { Category, categoryNames } from '@clearframe/contract';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { listTargets, type Target } from '../list-targets.ts';

/** What people said of a picture: `safe`, `flagged` for whatever reason, or the categories it belongs to. */
export type Labels = 'safe' | 'flagged' | ReadonlySet<Category>;
export type Labelled = Target & { labels: Labels };

/** Labels that cannot be read. The message is for people. */
class LabelError extends Error {
  override name = 'LabelError';
}

const accepted = `safe, flagged, or a category: ${categoryNames.join(', ')}`;

/** The pictures of a labelled folder or of a CSV file with their labels. @throws LabelError */
export async function listLabelled(path: string): Promise<Labelled[]> {
  const found = await stat(path).catch((cause) => {
    throw new LabelError(`There is no file or folder ${path}`, { cause });
  });
  const labelled = found.isDirectory() ? await listFolder(path) : await listCsv(path);
  if (labelled.length === 0) throw new LabelError(`There is no labelled picture in ${path}`);
  return labelled;
}

/**
 * The folder's own folders are the labels; what lies deeper belongs to the same label. A folder whose name is no label is refused,
 * because leaving it out without a word would make the figures those of other pictures.
 */
async function listFolder(folder: string): Promise<Labelled[]> {
  const labelled: Labelled[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const labels = readLabels(entry.name, `The folder ${join(folder, entry.name)}`);
    for (const target of await listTargets([join(folder, entry.name)])) labelled.push({ ...target, labels });
  }
  return labelled;
}

const Rows = z.array(z.record(z.string(), z.string()));

/** Columns `file` and `label`, in any order and among others; paths count from where the CSV lies. */
async function listCsv(path: string): Promise<Labelled[]> {
  const labelled: Labelled[] = [];
  for (const [index, row] of (await readRows(path)).entries()) {
    const place = `Row ${index + 1} below the heading of ${path}`;
    const { file = '', label = '' } = row;
    if (file === '') throw new LabelError(`${place} names no file`);
    const labels = readLabels(label, place);
    const source = isAbsolute(file) ? file : resolve(dirname(path), file);
    const [target] = /^https?:\/\//i.test(file) ? await listTargets([file]) : await listTargets([source]);
    if (target) labelled.push({ label: file, source: await oneFile(target, source), labels });
  }
  return labelled;
}

/** A row stands for one picture, so a folder in its place is a problem of that row. */
async function oneFile(target: Target, path: string): Promise<Target['source']> {
  const isFolder = !('url' in target.source) && (await stat(path).catch(() => null))?.isDirectory();
  return isFolder ? { problem: 'It is a folder' } : target.source;
}

async function readRows(path: string): Promise<Record<string, string>[]> {
  try {
    const columns = (heading: string[]) => {
      const names = heading.map((name) => name.trim().toLowerCase());
      for (const name of ['file', 'label']) if (!names.includes(name)) throw new Error(`it has no column "${name}"`);
      return names;
    };
    return Rows.parse(parse(await readFile(path, 'utf8'), { bom: true, columns, skip_empty_lines: true, trim: true }));
  } catch (cause) {
    throw new LabelError(`${path} is no CSV file of labels: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** `violence; gore` names two categories. Case and dashes do not matter. */
function readLabels(text: string, place: string): Labels {
  const words = text.split(';').map((word) => word.trim().toLowerCase().replaceAll(/[- ]/g, '_'));
  const [only] = words;
  if (words.length === 1 && (only === 'safe' || only === 'flagged')) return only;
  const categories = z.array(Category).safeParse(words);
  if (!categories.success) throw new LabelError(`${place} has the label "${text}"; a label is ${accepted}`);
  return new Set(categories.data);
}

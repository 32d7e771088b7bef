import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';

/** A model folder that cannot be used. The message names the folder and the file. */
export class ModelFolderError extends Error {
  override name = 'ModelFolderError';
}

export type FolderFiles = {
  folder: string;
  /** @throws ModelFolderError when the file is missing or not as it should be */
  read<T>(name: string, schema: z.ZodType<T>): T;
  /** The same; null when there is no such file. */
  readIfThere<T>(name: string, schema: z.ZodType<T>): T | null;
  /** Path of the first of these files that is there. @throws ModelFolderError naming all of them */
  find(names: readonly string[]): string;
  /** Tells apart what was read and found so far: of JSON the content, of models the size. */
  digest(): string;
};

/** Looks into a folder in the layout of Hugging Face. It is read when the program starts, so that a mistake shows then. */
export function openFolder(folder: string): FolderFiles {
  const hash = createHash('sha256');
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new ModelFolderError(`There is no model folder ${folder}`);

  function readIfThere<T>(name: string, schema: z.ZodType<T>): T | null {
    const path = join(folder, name);
    if (!existsSync(path)) return null;
    const text = readFileSync(path, 'utf8');
    hash.update(`${name}\n${text}\n`);
    const parsed = schema.safeParse(parseJson(text, path));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new ModelFolderError(`${path}: ${issue?.path.join('.') || 'the whole file'} is not as expected: ${issue?.message}`);
  }

  return {
    folder,
    readIfThere,
    read(name, schema) {
      const content = readIfThere(name, schema);
      if (content === null) throw new ModelFolderError(`The model folder ${folder} has no ${name}`);
      return content;
    },
    find(names) {
      const path = names.map((name) => join(folder, name)).find((one) => existsSync(one));
      if (path === undefined) throw new ModelFolderError(`The model folder ${folder} has no ${names.join(' or ')}`);
      hash.update(`${path.slice(folder.length)} ${statSync(path).size}\n`);
      return path;
    },
    digest: () => hash.copy().digest('hex').slice(0, 8),
  };
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ModelFolderError(`${path} is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

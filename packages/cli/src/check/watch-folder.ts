import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { listTargets, type Target } from '../list-targets.ts';

/** Between two looks. A file counts as whole when two looks in a row see it alike. */
export const LOOK_MS = 1_000;

/** Size and time of a file as one text; null when it is gone. */
async function stateOf(path: string): Promise<string | null> {
  try {
    const { size, mtimeMs } = await stat(path);
    return `${size} ${mtimeMs}`;
  } catch {
    return null;
  }
}

/**
 * Looks into a folder again and again. Asking is slower than being told by the system, and works on every disk and share.
 * @param except a folder inside that is passed over
 * @returns a function that gives the files which came or changed since they were given last, and are whole
 */
export function createLooks(folder: string, except: string | null): () => Promise<Target[]> {
  const given = new Map<string, string>();
  let before = new Map<string, string>();
  const isExcepted = (path: string) => except !== null && `${resolve(path)}${sep}`.startsWith(`${resolve(except)}${sep}`);
  return async () => {
    const now = new Map<string, string>();
    const fresh: Target[] = [];
    for (const target of await listTargets([folder])) {
      if (!('path' in target.source) || isExcepted(target.source.path)) continue;
      const { path } = target.source;
      const state = await stateOf(path);
      if (state === null) continue;
      now.set(path, state);
      if (before.get(path) !== state || given.get(path) === state) continue;
      given.set(path, state);
      fresh.push(target);
    }
    for (const path of given.keys()) if (!now.has(path)) given.delete(path);
    before = now;
    return fresh;
  };
}

import { readFileSync } from 'node:fs';
import { residentBytes } from '../db/process-info.ts';

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

/**
 * Resident memory of a process and of those that it started, in bytes: a decoder runs below the program that shut it in. null when it
 * cannot be told.
 */
export function residentTreeBytes(pid: number): number | null {
  const all = [pid, ...childrenOf(pid)];
  for (let at = 1; at < all.length; at += 1) all.push(...childrenOf(all[at] ?? 0));
  const known = all.map(residentBytes).filter((bytes) => bytes !== null);
  return known.length === 0 ? null : known.reduce((sum, bytes) => sum + bytes, 0);
}

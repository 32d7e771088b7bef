import { statfs } from 'node:fs/promises';
import type { OperatorHealth } from '@clearframe/contract';
import { within } from './within.ts';

type Disk = OperatorHealth['disk'];
type Ask = (folder: string) => Promise<{ bavail: number; blocks: number; bsize: number }>;
type Options = { limitMs?: number; ask?: Ask };

/** Asked and not answered yet, by the folder. */
const asked = new Map<string, Promise<Disk>>();

/**
 * Of the disk that holds a folder. One that is gone may never answer, and keeps a thread of the process meanwhile: until it does, no other
 * is asked.
 * @returns null when it does not answer in time
 */
export async function readDisk(folder: string, { limitMs = 2_000, ask = statfs }: Options = {}): Promise<Disk> {
  const running = asked.get(folder);
  if (running) return await within(limitMs, running, null);
  const disk = ask(folder)
    .then(
      ({ bavail, blocks, bsize }) => ({ free_bytes: bavail * bsize, total_bytes: blocks * bsize }),
      () => null,
    )
    .finally(() => asked.delete(folder));
  asked.set(folder, disk);
  return await within(limitMs, disk, null);
}

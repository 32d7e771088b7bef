import { installationKey } from '../storage/object-key.ts';
import { ObjectMissing, type Storage } from '../storage/storage.ts';
import { within } from './within.ts';

export type StorageProbe =
  | { outcome: 'works'; tookMs: number }
  /** It answers, but has not the mark of this installation: an empty folder, a disk that is not mounted, another bucket. */
  | { outcome: 'unmarked' }
  | { outcome: 'fails'; reason: string }
  | { outcome: 'silent'; limitMs: number };

type Limits = { limitMs: number; keptMs: number };
/** An open console asks every 15 s, a monitor perhaps each second: the storage is asked twice a minute by a process. */
const usual: Limits = { limitMs: 5_000, keptMs: 30_000 };

type Running = { begunAt: number; isOver: boolean; probe: Promise<StorageProbe> };
const newest = new WeakMap<Storage, Running>();

/** What the system says, without the path: that of a probe is new each time. */
const reasonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return (message.replace(/, \w+ '.*$/s, '').split('\n', 1)[0] ?? '').slice(0, 200);
};

async function probe(storage: Storage): Promise<StorageProbe> {
  const begun = performance.now();
  try {
    await storage.size(installationKey);
    await storage.ready();
    return { outcome: 'works', tookMs: performance.now() - begun };
  } catch (error) {
    return error instanceof ObjectMissing ? { outcome: 'unmarked' } : { outcome: 'fails', reason: reasonOf(error) };
  }
}

/**
 * Whether the storage stores, reads and removes a few bytes now, asked through its contract: disk and S3 alike. An answer is kept for a
 * while, and while one is waited for no other is asked: each would hold a thread of the disk, or a connection.
 * @param now ms of a clock that only runs forward
 */
export async function probeStorage(
  storage: Storage,
  { limitMs, keptMs }: Limits = usual,
  now: () => number = () => performance.now(),
): Promise<StorageProbe> {
  let running = newest.get(storage);
  if (!running || (running.isOver && now() - running.begunAt >= keptMs)) {
    const begun: Running = { begunAt: now(), isOver: false, probe: probe(storage) };
    void begun.probe.then(() => {
      begun.isOver = true;
    });
    newest.set(storage, begun);
    running = begun;
  }
  return await within(Math.max(0, limitMs - (now() - running.begunAt)), running.probe, { outcome: 'silent', limitMs } as const);
}

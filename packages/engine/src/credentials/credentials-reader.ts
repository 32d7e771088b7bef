import { Worker } from 'node:worker_threads';
import { bareCredentials, type ContentCredentials, type MediaKind, mediaKinds } from '@clearframe/contract';
import { once } from '../text/once.ts';
import { factsOf } from './facts-of.ts';
import { manifestBytes } from './find-manifest.ts';
import { loadReader } from './reader-files.ts';
import type { ReaderInput, ReaderSaid } from './reader-thread.ts';

const MANIFEST_MAX_BYTES = 10 * 1_048_576;
/** Of the thread's own computing: on a busy machine the same manifest is read, only later. */
const READ_MS = 2_000;
/** So many times as long it may take by the clock. */
const PATIENCE = 10;
/** Loading the reader and starting its thread: a busy machine takes its time for that. */
const START_MS = 20_000;
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };

const unreadable = (why: string) => bareCredentials('unreadable', [`clearframe.${why}`]);

/** `trustList`: certificates in PEM that a signer may lead to; null = none is trusted. */
export type CredentialsOptions = { trustList?: string | null; readMs?: number };

export type ReadCredentials = (kind: MediaKind, bytes: Uint8Array) => Promise<ContentCredentials>;

/**
 * Reads Content Credentials. A file without a manifest costs a walk along its parts; the reader is loaded with the first one that has
 * one, and runs in a thread of its own that is ended when its time is up. It never rejects: whatever fails is `unreadable`.
 */
export function createCredentialsReader({ trustList = null, readMs = READ_MS }: CredentialsOptions = {}): ReadCredentials {
  const reader = once(loadReader);
  return async (kind, bytes) => {
    const size = manifestBytes(kind, bytes);
    if (size === 0) return bareCredentials('none');
    if (size > MANIFEST_MAX_BYTES) return unreadable('too_large');
    try {
      return await readApart({ module: await reader.get(), mimeType: mediaKinds[kind].mimeType, bytes, trustList }, readMs);
    } catch {
      return unreadable('reader_failed');
    }
  };
}

/** Calls once the thread has computed for so long from now on. A thread that has ended computes no more. */
function watchCpu(worker: Worker, maxMs: number, late: () => void): NodeJS.Timeout {
  let begun: NodeJS.CpuUsage | undefined;
  const look = async () => {
    const used = await worker.cpuUsage(begun);
    begun ??= used;
    if (used !== begun && (used.user + used.system) / 1_000 >= maxMs) late();
  };
  const lookOrEnd = () => void look().catch(() => undefined);
  lookOrEnd();
  return setInterval(lookOrEnd, Math.max(10, maxMs / 10));
}

/** @throws Error when the thread ends without an answer */
async function readApart(input: ReaderInput, readMs: number): Promise<ContentCredentials> {
  const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), {
    workerData: input,
    resourceLimits,
    env: {},
    stdout: true,
    stderr: true,
  });
  const answer = Promise.withResolvers<ContentCredentials>();
  const late = () => answer.resolve(unreadable('too_slow'));
  let timer = setTimeout(late, START_MS);
  let watch: NodeJS.Timeout | undefined;
  worker.on('message', (said: ReaderSaid) => {
    clearTimeout(timer);
    if (!('begun' in said)) return answer.resolve(told(said));
    // Whatever the thread says of itself, or does not say, it ends by then.
    timer = setTimeout(late, readMs * PATIENCE);
    watch = watchCpu(worker, readMs, late);
  });
  worker.once('error', answer.reject);
  worker.once('exit', () => answer.reject(new Error('The reader ended without an answer')));
  try {
    return await answer.promise;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    await worker.terminate();
  }
}

/** What looks like a manifest from outside need not be one. */
const told = (said: Exclude<ReaderSaid, { begun: true }>): ContentCredentials => {
  if ('json' in said) return factsOf(said.json);
  return /JumbfNotFound|UnsupportedType/.test(said.failed) ? bareCredentials('none') : unreadable('reader_failed');
};

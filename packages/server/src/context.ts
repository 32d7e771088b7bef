import type { Panel, VideoProbe, VideoTools } from '@clearframe/engine/light';
import type { FastifyBaseLogger } from 'fastify';
import type { Captcha } from './captcha/captcha.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import type { HashStore } from './hashes/hash-store.ts';
import type { LiveEvents } from './live/live-events.ts';
import type { Mailer } from './mail/mail.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { Presence } from './presence/presence.ts';
import type { Queue } from './queue/index.ts';
import type { Fetcher } from './security/fetcher.ts';
import type { FileUrls } from './security/file-urls.ts';
import type { RateLimits } from './security/rate-limits.ts';
import type { Secrets } from './security/secrets.ts';
import type { TokenMemory } from './security/token-memory.ts';
import type { Storage } from './storage/storage.ts';
import type { Threads } from './threads/threads.ts';

/**
 * Reads a video's length and size in a process beside this one.
 * @throws MediaError when the file is no complete video; AppError video_unavailable when this machine has no program for it,
 * video_preparing while one is fetched
 */
type VideoProber = (path: string) => Promise<VideoProbe>;

/** Every part that rooms work with, built once per process; tests pass replacements. */
export type Context = {
  config: Config;
  log: FastifyBaseLogger;
  /** What this process counts of what it does. */
  metrics: Metrics;
  clock: Clock;
  /** Numbers from 0 to below 1, for what is drawn by chance. Never for what must not be guessed. */
  random: () => number;
  db: Db;
  /** Set once this process is about to stop: `/readyz` says no, and everything else goes on. */
  draining: { hasBegun: boolean };
  /** This process among all that work on the database. */
  presence: Presence;
  queue: Queue;
  live: LiveEvents;
  storage: Storage;
  fileUrls: FileUrls;
  mailer: Mailer;
  captcha: Captcha;
  /** null = this server takes no payment. */
  payments: PaymentProvider | null;
  secrets: Secrets;
  rateLimits: RateLimits;
  /** API tokens that this process has proved a moment ago. */
  tokens: TokenMemory;
  fetcher: Fetcher;
  /** Hashes of known pictures that this process has read. */
  hashStore: HashStore;
  /** Those beside the built-in analyser, asked by analysis processes only. */
  analysers: Panel;
  /** The program that decodes videos, fetched first where there is none. @throws AppError video_unavailable */
  videoTools: () => Promise<VideoTools>;
  probeVideo: VideoProber;
  /** What computes on customers' input beside the event loop. */
  threads: Threads;
  /** What works beside the queue until the process stops. Each is ended with the queue, and may finish what it is at. */
  workers: Set<{ stop(): Promise<void> }>;
  /** Ends connections and timers, in the order that loses nothing. */
  close(): Promise<void>;
};

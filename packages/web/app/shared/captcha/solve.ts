import workerAddress from 'altcha/workers/pbkdf2?url';
import { type AltchaChallenge, captchaToken } from './altcha-challenge.ts';

/** Measured: more than four workers gain nothing on the few hundred steps of our challenges. */
const MAX_WORKERS = 4;
const TIMEOUT_MS = 90_000;

/**
 * Solves the proof of work off the page's thread, in ALTCHA's own worker served from our origin: its widget needs blob
 * workers and inline styles, which our Content-Security-Policy refuses.
 * @returns the string for `recaptchaToken`; rejects when the browser cannot solve it or the signal aborts
 */
export async function solve(challenge: AltchaChallenge, signal: AbortSignal): Promise<string> {
  const count = Math.min(MAX_WORKERS, Math.max(1, navigator.hardwareConcurrency));
  const workers = Array.from({ length: count }, () => new Worker(workerAddress));
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    const solutions = workers.map((worker, at) => work(worker, challenge, at, count));
    return captchaToken(challenge, await Promise.race([aborted, ...solutions]));
  } finally {
    for (const worker of workers) worker.terminate();
  }
}

/** Each worker tries every `count`th number from its own start. */
function work(worker: Worker, challenge: AltchaChallenge, start: number, count: number): Promise<object> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('The worker could not start')));
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'object' && data !== null && !('error' in data)) resolve(data);
      else reject(new Error('No solution was found'));
    });
    worker.postMessage({
      type: 'work',
      challenge,
      counterMode: 'uint32',
      counterStart: start,
      counterStep: count,
      timeout: TIMEOUT_MS,
    });
  });
}

import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { childEnvironment } from '../environment.ts';
import { quickImports } from './child.ts';
import type { Setup, ToChild } from './protocol.ts';

/** The folder of everything; closed to other users, except that root's PostgreSQL, who is nobody, may pass through it. */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}

/**
 * Migrations and models, in a process that ends: what they need of memory (drizzle, the engine, a model being
 * converted) would stay with a supervisor that runs for months.
 * @param signal asks it to wait for nobody any more
 * @throws when it did not succeed; the process has said why
 */
export async function prepare(entry: string, setup: Setup, signal?: AbortSignal): Promise<void> {
  const child = fork(entry, {
    execArgv: quickImports,
    env: childEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const message: ToChild = { type: 'setup', ...setup };
  child.send(message, () => undefined);
  const stop: ToChild = { type: 'stop' };
  const ask = (): void => void (child.connected && child.send(stop, () => undefined));
  signal?.addEventListener('abort', ask);
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`Could not prepare the database or the model (${signal ?? `exit ${code}`}).`)),
    );
  }).finally(() => signal?.removeEventListener('abort', ask));
  signal?.throwIfAborted();
}

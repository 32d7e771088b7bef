import type { Config } from '../config.ts';
import type { FromChild, ToChild } from '../supervisor/protocol.ts';

export type Running = { address?: string; stop(): Promise<void> };
export type Report = (message: FromChild) => void;

const report: Report = (message) => {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

/**
 * The life of a process under the supervisor: gets its configuration, starts, reports, stops when asked, and is gone at
 * once when the supervisor is (the database went with it, so there is nothing left to finish).
 */
export async function runChild(start: (config: Config, report: Report) => Promise<Running>): Promise<void> {
  if (!process.connected) throw new Error('This process is started by the server: run src/main.ts');
  process.on('disconnect', () => process.exit(0));
  // Ctrl+C goes to the whole terminal group: the supervisor answers it, in order.
  process.on('SIGINT', () => undefined);
  const asked = Promise.withResolvers<void>();
  process.on('SIGTERM', () => asked.resolve());
  const config = await new Promise<Config>((resolve) => {
    process.on('message', (message: ToChild) => {
      if (message.type === 'config') resolve(message.config);
      else asked.resolve();
    });
  });
  const running = await start(config, report);
  report({ type: 'ready', ...(running.address === undefined ? {} : { address: running.address }) });
  await asked.promise;
  await running.stop();
  process.exit(0);
}

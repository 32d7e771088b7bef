import type { Config } from '../config.ts';
import type { FromChild, ToChild } from '../supervisor/protocol.ts';

export type Running = { address?: string; stop(): Promise<void> };
export type Report = (message: FromChild) => void;

const report: Report = (message) => {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

/** The configuration that the supervisor sends first; `onStop` is called when it asks to stop. */
function configFromSupervisor(onStop: () => void): Promise<Config> {
  if (!process.connected) throw new Error('This process is started by the server: run src/main.ts');
  // Gone at once with the supervisor: the embedded database went too, so there is nothing left to finish.
  process.on('disconnect', () => process.exit(0));
  // Ctrl+C goes to the whole terminal group: the supervisor answers it, in order.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', onStop);
  return new Promise((resolve) => {
    process.on('message', (message: ToChild) => {
      if (message.type === 'config') resolve(message.config);
      else onStop();
    });
  });
}

/** One line for a person, and the code that tells the supervisor. */
function fail(error: unknown): never {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
}

/** The life of a process under the supervisor: gets its configuration, starts, reports, stops when asked. */
export async function runChild(start: (config: Config, report: Report) => Promise<Running>): Promise<void> {
  const asked = Promise.withResolvers<void>();
  const config = await configFromSupervisor(() => asked.resolve());
  const running = await start(config, report).catch(fail);
  report({ type: 'ready', ...(running.address === undefined ? {} : { address: running.address }) });
  await asked.promise;
  await running.stop().catch(fail);
  process.exit(0);
}

/** The life of a process that does one thing and ends: with 0 when it is done. */
export async function runTask(task: (config: Config) => Promise<void>): Promise<void> {
  const config = await configFromSupervisor(() => process.exit(1));
  await task(config).catch(fail);
  process.exit(0);
}

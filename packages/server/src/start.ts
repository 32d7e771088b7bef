import { join } from 'node:path';
import { type Config, readStartConfig } from './config.ts';
import type { Environment } from './environment.ts';
import { createPrint } from './supervisor/print-line.ts';
import { readyLine } from './supervisor/ready-line.ts';
import { type Supervisor, startSupervisor } from './supervisor.ts';

const ready = (config: Config, address: string | null): string =>
  readyLine(address === null ? null : shownAddress(config, address));

/** What a person wants to know once it runs. */
function welcome(config: Config, { address, metricsAddress }: Pick<Supervisor, 'address' | 'metricsAddress'>): string {
  const lines = [ready(config, address)];
  if (address !== null)
    lines.push('  First steps: open it, choose "Start free", enter the emailed code, start the free trial, upload a picture.');
  lines.push(`  Data:        ${config.dataDir}`);
  if (config.smtpUrl === null && address !== null) {
    const shown = config.localMode ? `, shown at ${shownAddress(config, address)}/dev/outbox` : '';
    lines.push(`  Mail:        no SMTP_URL is set, so every mail is a file in ${join(config.dataDir, 'outbox')}${shown}`);
  }
  if (metricsAddress !== null) lines.push(`  Metrics:     ${metricsAddress}/metrics`);
  lines.push('  Stop:        Ctrl+C');
  return lines.join('\n');
}

/** The public address, with the real port where PORT=0 took any. */
function shownAddress(config: Config, address: string): string {
  return config.port === 0 ? address : config.publicUrl;
}

/** One line, and the exit code that says it. */
function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

/**
 * Starts the server and stays until it is asked to stop; then the process ends.
 * @param environment what it was started with, and what `.env` says
 */
export async function start(environment: Environment): Promise<void> {
  // A closed terminal or pipe must not end the server before it has stopped in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
  // Asked twice it still stops in order: a signal that npm forwards arrives beside the terminal's own.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  // Started by `npm start` over an old Node: when that wrapper is gone, nobody could stop this process any more.
  process.once('disconnect', () => stopping.abort());

  try {
    const config = readStartConfig(environment);
    const supervisor = await startSupervisor(config, { print: createPrint(config), stopping: stopping.signal });
    // People wait for it, also those who have the log written to a file.
    if (config.logFormat !== 'json') console.log(welcome(config, supervisor));
    else createPrint(config)(ready(config, supervisor.address));
    await stopped;
    createPrint(config)('Stopping …');
    await supervisor.stop();
    process.exit(0);
  } catch (error) {
    // Asked to stop before it had started: it waited for somebody else, and left nothing behind.
    if (stopping.signal.aborted) process.exit(0);
    fail(error);
  }
}

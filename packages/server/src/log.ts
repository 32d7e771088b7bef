import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type Logger, pino } from 'pino';
import { z } from 'zod';
import type { Config } from './config.ts';

const Line = z.looseObject({
  level: z.number(),
  time: z.number(),
  name: z.string().optional(),
  msg: z.string().optional(),
  err: z.looseObject({ message: z.string().optional(), stack: z.string().optional() }).optional(),
});

const levelNames: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'ERROR', 60: 'FATAL' };
const hidden = new Set(['level', 'time', 'name', 'msg', 'err', 'pid', 'hostname']);

const shown = (value: unknown): string =>
  typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);

/** One record as a line for people: time, level, process, sentence, then `key=value`; an error's stack below it. */
function formatLine(json: string): string {
  const parsed = Line.safeParse(JSON.parse(json));
  if (!parsed.success) return json;
  const { level, time, name, msg, err } = parsed.data;
  const rest = Object.entries(parsed.data)
    .filter(([key, value]) => !hidden.has(key) && value !== undefined)
    .map(([key, value]) => `${key}=${shown(value)}`);
  const head = [new Date(time).toISOString(), levelNames[level] ?? String(level), name ? `${name}:` : '', msg ?? '', ...rest];
  const line = head.filter((part) => part !== '').join(' ');
  return `${err ? `${line}\n${err.stack ?? err.message ?? ''}` : line}\n`;
}

/**
 * What the log gets of an error: message, stack and cause. A failed query carries its parameters in its message: hashes, addresses
 * and whatever a person typed, none of which belongs into a log (SEC-08).
 */
function loggableError(error: unknown): { message: string; stack: string } {
  if (!(error instanceof Error)) return { message: String(error), stack: String(error) };
  const message = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message;
  const stack = (error.stack ?? '').replace(error.message, () => message);
  const cause = error.cause === undefined ? '' : `\nCaused by: ${loggableError(error.cause).stack}`;
  return { message, stack: `${stack}${cause}` };
}

/** The log of one process, on standard output. */
export function createLog(
  config: Pick<Config, 'instanceName' | 'logLevel'>,
  name: string,
  write?: (line: string) => void,
): Logger {
  const print = write ?? ((line: string) => void process.stdout.write(line));
  const destination: DestinationStream = { write: (json) => print(formatLine(json)) };
  const base = config.instanceName === null ? { name } : { name, instance: config.instanceName };
  return pino({ level: config.logLevel, name, base, serializers: { err: loggableError } }, destination);
}

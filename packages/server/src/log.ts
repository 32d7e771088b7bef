import { hostname } from 'node:os';
import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type Logger, pino } from 'pino';
import { z } from 'zod';
import type { Config } from './config.ts';
import { writesRecords } from './config-monitoring.ts';
import { productVersion } from './presence/product-version.ts';
import { workContext } from './work-context.ts';

const Line = z.looseObject({
  level: z.number(),
  time: z.number(),
  name: z.string().optional(),
  msg: z.string().optional(),
  err: z.looseObject({ message: z.string().optional(), stack: z.string().optional() }).optional(),
});

const levelNames: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
const first = new Set(['level', 'time', 'name', 'msg', 'err', 'pid', 'hostname']);

/** The same field has one name, whoever wrote it: `mediaId` → `media_id`. */
const fieldName = (key: string): string => key.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function fieldsOf(record: z.infer<typeof Line>): [string, unknown][] {
  return Object.entries(record)
    .filter(([key, value]) => !first.has(key) && value !== undefined)
    .map(([key, value]) => [fieldName(key), value]);
}

const shown = (value: unknown): string =>
  typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);

/** One record as a line for people: time, level, process, sentence, then `key=value`; an error's stack below it. */
function formatLine(json: string): string {
  const parsed = Line.safeParse(JSON.parse(json));
  if (!parsed.success) return json;
  const { level, time, name, msg, err } = parsed.data;
  const called = levelNames[level] ?? String(level);
  const rest = fieldsOf(parsed.data).map(([key, value]) => `${key}=${shown(value)}`);
  const head = [
    new Date(time).toISOString(),
    level >= 50 ? called.toUpperCase() : called,
    name ? `${name}:` : '',
    msg ?? '',
    ...rest,
  ];
  const line = head.filter((part) => part !== '').join(' ');
  return `${err ? `${line}\n${err.stack ?? err.message ?? ''}` : line}\n`;
}

/** One record as a line for programs: time in ISO 8601, level by its name, then the same fields. */
function formatRecord(json: string): string {
  const parsed = Line.safeParse(JSON.parse(json));
  if (!parsed.success) return json;
  const { level, time, name, msg, err } = parsed.data;
  const head = { time: new Date(time).toISOString(), level: levelNames[level] ?? String(level), name };
  return `${JSON.stringify({ ...head, ...Object.fromEntries(fieldsOf(parsed.data)), msg, err })}\n`;
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

type LogConfig = Pick<Config, 'instanceName' | 'logFormat' | 'logLevel' | 'role'>;

/** The log of one process, on standard output: records for programs, or lines for people. */
export function createLog(config: LogConfig, name: string, write?: (line: string) => void): Logger {
  const print = write ?? ((line: string) => void process.stdout.write(line));
  const isRecords = writesRecords(config);
  const format = isRecords ? formatRecord : formatLine;
  const destination: DestinationStream = { write: (json) => print(format(json)) };
  // Whoever reads the lines of one machine by eye knows where they are.
  const machine = config.instanceName === null ? {} : { instance: config.instanceName };
  const whole = { instance: config.instanceName ?? hostname(), role: config.role, version: productVersion() };
  const writer = isRecords ? whole : machine;
  return pino(
    {
      level: config.logLevel,
      name,
      base: { name },
      serializers: { err: loggableError },
      // What a line says itself counts more, but not about the process that writes it.
      mixin() {
        const { traceparent: _, ...told } = workContext();
        return told;
      },
      mixinMergeStrategy: (line, mixed) => ({ ...writer, ...mixed, ...line, ...writer }),
    },
    destination,
  );
}

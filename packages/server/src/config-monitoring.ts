import { z } from 'zod';

const text = z.string().trim();
/** Whether only this machine reaches an address that is listened on. */
export const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host);
const defaultHost = '127.0.0.1';
const tokenAccepts = 'at least 16 characters without spaces, or none where a firewall lets only the scraper through';

/** Variables of what people watch this server by, with what each accepts. */
export const monitoringVariables = {
  INSTANCE_NAME: {
    schema: text.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/).optional(),
    accepts: 'up to 63 letters, digits, dots, - and _',
  },
  METRICS_PORT: { schema: z.coerce.number().int().min(0).max(65_535).optional(), accepts: 'a port number, 0 to 65535' },
  METRICS_HOST: { schema: text.min(1).default(defaultHost), accepts: 'an address to listen on' },
  METRICS_TOKEN: { schema: text.regex(/^(?:none|[\x21-\x7e]{16,500})$/).optional(), accepts: tokenAccepts, secret: true },
  OPERATOR_TOKEN: {
    schema: text.regex(/^[\x21-\x7e]{16,500}$/).optional(),
    accepts: 'at least 16 characters without spaces',
    secret: true,
  },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    accepts: 'debug, info, warn, error or silent',
  },
  LOG_FORMAT: { schema: z.enum(['text', 'json']).optional(), accepts: 'text or json' },
} as const;

type Raw = {
  PORT: number;
  INSTANCE_NAME?: string | undefined;
  METRICS_PORT?: number | undefined;
  METRICS_HOST: string;
  METRICS_TOKEN?: string | undefined;
  OPERATOR_TOKEN?: string | undefined;
  LOG_LEVEL: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  LOG_FORMAT?: 'text' | 'json' | undefined;
};

export type MonitoringConfig = {
  /** What people call this machine; null = by its host name, and not at all in the log. */
  instanceName: string | null;
  /** null = metrics are not served. */
  metricsPort: number | null;
  metricsHost: string;
  /** null = whoever reaches the port may read. */
  metricsToken: string | null;
  /** Reads `GET /api/operator/health` and nothing else; null = only people read it. */
  operatorToken: string | null;
  logLevel: Raw['LOG_LEVEL'];
  /** null = lines on a terminal, else records. */
  logFormat: 'text' | 'json' | null;
};

export const monitoringConfig = (raw: Raw): MonitoringConfig => ({
  instanceName: raw.INSTANCE_NAME ?? null,
  metricsPort: raw.METRICS_PORT ?? null,
  metricsHost: raw.METRICS_HOST,
  metricsToken: raw.METRICS_TOKEN === undefined || raw.METRICS_TOKEN === 'none' ? null : raw.METRICS_TOKEN,
  operatorToken: raw.OPERATOR_TOKEN ?? null,
  logLevel: raw.LOG_LEVEL,
  logFormat: raw.LOG_FORMAT ?? null,
});

/** Whether the log is written for programs. @param isTerminal whether a person looks on */
export const writesRecords = (
  { logFormat }: Pick<MonitoringConfig, 'logFormat'>,
  isTerminal: boolean = process.stdout.isTTY === true,
): boolean => logFormat === 'json' || (logFormat === null && !isTerminal);

/** What does not go together, one line each. */
export function monitoringFaults({ PORT, METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: Raw): string[] {
  const lines: string[] = [];
  if (METRICS_PORT === undefined) {
    if (METRICS_TOKEN !== undefined) lines.push('METRICS_TOKEN: not accepted without METRICS_PORT: no metrics are served');
    if (METRICS_HOST !== defaultHost)
      lines.push(`METRICS_HOST: ${JSON.stringify(METRICS_HOST)} is not accepted without METRICS_PORT: no metrics are served`);
    return lines;
  }
  if (METRICS_PORT !== 0 && METRICS_PORT === PORT)
    lines.push(`METRICS_PORT: "${METRICS_PORT}" is not accepted: it is PORT already: another port number, 0 to 65535`);
  if (!isLoopback(METRICS_HOST) && METRICS_TOKEN === undefined)
    lines.push(
      `METRICS_TOKEN: missing: METRICS_HOST ${JSON.stringify(METRICS_HOST)} is open to other machines and needs ${tokenAccepts}`,
    );
  return lines;
}

import { z } from 'zod';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** `key=value` pairs, values percent-encoded, as OpenTelemetry writes them. */
const pairs = z
  .string()
  .trim()
  .transform((text, told) => {
    const found: Record<string, string> = {};
    for (const part of text.split(',')) {
      const [, key, value] = /^\s*([A-Za-z0-9._-]+)\s*=([^,]*)$/.exec(part) ?? [];
      try {
        if (key === undefined || value === undefined) throw new Error('no pair');
        found[key] = decodeURIComponent(value.trim());
      } catch {
        told.addIssue({ code: 'custom', message: 'no pair' });
        return z.NEVER;
      }
    }
    return found;
  });
const pairsAccepted = 'key=value pairs, comma-separated, values percent-encoded';

/** Nothing sends the name and password of an address, and a query would swallow the path behind it. */
function isBase(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, search, hash } = new URL(address);
  return `${username}${password}${search}${hash}` === '';
}

/** Standard names of OpenTelemetry: those that count here, each with what it accepts. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: z
      .url({ protocol: /^https?$/ })
      .refine(isBase)
      .optional(),
    accepts:
      'an http(s) address that takes OTLP over HTTP, such as http://127.0.0.1:4318, without a password or a query: ' +
      'keys go into OTEL_EXPORTER_OTLP_HEADERS',
    secret: true,
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: { schema: z.literal('http/json').default('http/json'), accepts: 'http/json' },
  OTEL_EXPORTER_OTLP_HEADERS: { schema: pairs.optional(), accepts: pairsAccepted, secret: true },
  OTEL_SERVICE_NAME: { schema: z.string().trim().min(1).max(100).default('clearframe'), accepts: 'up to 100 characters' },
  OTEL_RESOURCE_ATTRIBUTES: { schema: pairs.optional(), accepts: pairsAccepted },
  OTEL_TRACES_SAMPLER: { schema: z.enum(samplers).default('parentbased_always_on'), accepts: samplers.join(', ') },
  OTEL_TRACES_SAMPLER_ARG: { schema: z.coerce.number().min(0).max(1).default(1), accepts: 'a share, 0 to 1' },
} as const;

type Variables = Readonly<Record<string, string | undefined>>;

/** Platforms set these names for every program. Without an endpoint nothing is sent, and what they say is of no concern to us. */
export function withoutIdleTracing(env: Variables): Variables {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT) return env;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !(name in tracingVariables)));
}

type Raw = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: Record<string, string> | undefined;
  OTEL_SERVICE_NAME: string;
  OTEL_RESOURCE_ATTRIBUTES?: Record<string, string> | undefined;
  OTEL_TRACES_SAMPLER: (typeof samplers)[number];
  OTEL_TRACES_SAMPLER_ARG: number;
};

export type Tracing = {
  /** Where spans are sent. */
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  attributes: Record<string, string>;
  sampler: (typeof samplers)[number];
  /** Of the traces that a sampler by ratio takes. */
  ratio: number;
};

export type TracingConfig = {
  /** null = nothing is traced, and the packages for it are not loaded. */
  tracing: Tracing | null;
};

export function tracingConfig(raw: Raw): TracingConfig {
  if (raw.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return { tracing: null };
  return {
    tracing: {
      // The name is of the base, as the standard says.
      url: `${raw.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
      headers: raw.OTEL_EXPORTER_OTLP_HEADERS ?? {},
      serviceName: raw.OTEL_SERVICE_NAME,
      attributes: raw.OTEL_RESOURCE_ATTRIBUTES ?? {},
      sampler: raw.OTEL_TRACES_SAMPLER,
      ratio: raw.OTEL_TRACES_SAMPLER_ARG,
    },
  };
}

import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, ConfigError } from '../config.ts';
import type { Tracing } from '../config-tracing.ts';
import { traceBy } from './in-span.ts';

/** What `package.json` has as optional, with the versions that were tried. */
const packages = {
  '@opentelemetry/sdk-trace': '3.1.0',
  '@opentelemetry/resources': '3.1.0',
  '@opentelemetry/exporter-trace-otlp-http': '0.301.0',
};
const installs = `npm install --no-save ${Object.entries(packages)
  .map(([name, version]) => `${name}@${version}`)
  .join(' ')}`;

/** How long one sending may take. */
const exportMs = 5_000;

const find = createRequire(import.meta.url).resolve;

function isMissing(name: string, resolve: (name: string) => unknown): boolean {
  try {
    resolve(name);
    return false;
  } catch {
    return true;
  }
}

/**
 * Refuses a start that is to send traces and cannot.
 * @throws ConfigError with the sentence that says how
 */
export function requireTracing({ tracing }: Pick<Config, 'tracing'>, resolve: (name: string) => unknown = find): void {
  if (!tracing) return;
  const missing = Object.keys(packages).filter((name) => isMissing(name, resolve));
  if (missing.length > 0)
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_ENDPOINT: set, but ${missing.join(', ')} not installed. ` +
        `In the folder of the server run: ${installs}`,
    );
}

async function createProvider(tracing: Tracing, about: Record<string, string>) {
  const { BatchSpanProcessor, TracerProvider, ...sdk } = await import('@opentelemetry/sdk-trace');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { headers, ratio, sampler: name, url } = tracing;
  const base = name.replace('parentbased_', '');
  const root =
    base === 'always_on'
      ? new sdk.AlwaysOnSampler()
      : base === 'always_off'
        ? new sdk.AlwaysOffSampler()
        : new sdk.TraceIdRatioBasedSampler(ratio);
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': tracing.serviceName, ...about, ...tracing.attributes }),
    sampler: name === base ? root : new sdk.ParentBasedSampler({ root }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers, timeoutMillis: exportMs }) })],
  });
}

export type RunningTraces = { stop(): Promise<void> };

/**
 * Loads the SDK and sends spans of this process from now on. Where nothing is to be traced nothing is loaded.
 * @param about attributes of the process, such as `service.version`
 */
export async function startTracing({ tracing }: Pick<Config, 'tracing'>, about: Record<string, string>): Promise<RunningTraces> {
  if (!tracing) return { stop: async () => {} };
  const provider = await createProvider(tracing, about);
  traceBy(provider);
  return {
    async stop() {
      traceBy(null);
      // Whoever takes the spans may be away: a process that stops does not wait for that, and loses them.
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(exportMs, undefined, { ref: false })]);
    },
  };
}

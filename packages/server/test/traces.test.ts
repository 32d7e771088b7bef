import { type Analyser, createPanel, systemClock } from '@clearframe/engine';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../src/config.ts';
import { delivery } from '../src/db/schema.ts';
import { requireTracing } from '../src/tracing/start-tracing.ts';
import { traceAnalysers } from '../src/tracing/trace-analysers.ts';
import { type Built, build } from './helpers/build.ts';
import { deliver } from './helpers/deliver.ts';
import { type Receiver, startReceiver } from './helpers/receiver.ts';
import { createUploader, file, picture, quickExaminer, resultOf, runQueuedModeration } from './helpers/uploads.ts';

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(Attribute),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
});
type Span = z.infer<typeof Span>;
/** OTLP over HTTP, as JSON (opentelemetry-proto 1.x). */
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const [callersTrace, callersSpan] = [traceparent.slice(3, 35), traceparent.slice(36, 52)];
const secrets = ['holiday-of-ada', 'A private title', 'words that were read'];

const stub: Analyser = {
  name: 'stub',
  version: '7',
  place: 'remote',
  analyse: async () => ({
    scores: { weapons: 0.01 },
    coverage: { weapons: 'assessed' },
    raw: {},
    unmapped: [],
    costMicros: null,
  }),
  close: async () => {},
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function start(collector: Receiver | null): Promise<{ built: Built; hook: Receiver; lines: string[] }> {
  const hook = await startReceiver();
  open.push(hook);
  const lines: string[] = [];
  const { tracing } = readConfig(
    collector
      ? {
          OTEL_EXPORTER_OTLP_ENDPOINT: `http://${collector.address}`,
          OTEL_EXPORTER_OTLP_HEADERS: 'x-scope=seven',
          OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
        }
      : {},
  );
  const analysers = createPanel(traceAnalysers([stub]), { mode: 'together', clock: systemClock });
  const built = await build({
    config: { tracing, allowPrivateTargets: [hook.address], logFormat: 'json' },
    parts: { analysers },
    onLog: (line) => lines.push(line),
  });
  open.push(built);
  return { built, hook, lines };
}

/** One upload from the call to what its webhook is sent. */
async function uploadAndTell({ built, hook }: { built: Built; hook: Receiver }) {
  const person = await createUploader(built);
  const payload = { webhookUrl: hook.url };
  await built.app.inject({ method: 'POST', url: '/api/webhooks', headers: person.headers, payload });
  const examine: typeof quickExaminer.examine = async (bytes) => {
    const examined = await quickExaminer.examine(bytes);
    return { ...examined, analysis: { ...examined.analysis, text: secrets[2] ?? '' } };
  };
  await runQueuedModeration(built, { examine });
  const form = { title: secrets[1] ?? '', media: file(picture('formats/pears.png'), `${secrets[0]}.png`) };
  const { id: mediaId } = resultOf(await person.apiUpload(form, { headers: { traceparent } })).media_upload;
  const { db } = built.context;
  const ofItem = () => db.select().from(delivery).where(eq(delivery.mediaId, mediaId));
  await expect.poll(async () => (await ofItem()).length).toBe(1);
  const [row] = await ofItem();
  await deliver(built.context, { deliveryId: row?.id ?? '', attempt: 1 });
  const [told] = await hook.got(1);
  return { mediaId, row, told };
}

describe('traces', () => {
  it('OPS-03 are sent as OTLP from the call over the analysis to the webhook, with no name, text or address', async () => {
    const collector = await startReceiver();
    open.push(collector);
    const { built, hook, lines } = await start(collector);
    const { mediaId, row, told } = await uploadAndTell({ built, hook });
    open.splice(open.indexOf(built), 1);
    await built.close();

    const sent = collector.received;
    expect(sent.length).toBeGreaterThan(0);
    for (const { method, path, headers } of sent)
      expect([method, path, headers['content-type'], headers['x-scope']]).toEqual([
        'POST',
        '/v1/traces',
        'application/json',
        'seven',
      ]);
    const exported = sent.flatMap(({ body }) => Export.parse(JSON.parse(body)).resourceSpans);
    const about = new Map(exported[0]?.resource.attributes.map(({ key, value }) => [key, value['stringValue']]));
    expect(about.get('service.name')).toBe('clearframe');
    expect(about.get('deployment.environment.name')).toBe('test');
    const spans = exported.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    const ofTrace = spans.filter(({ traceId }) => traceId === callersTrace);
    const named = (name: string): Span => {
      const found = ofTrace.filter((span) => span.name === name);
      expect(found, name).toHaveLength(1);
      return found[0] ?? Span.parse(null);
    };
    const [call, moderated] = [named('POST /api/v1/upload'), named('moderate')];
    expect(call.parentSpanId).toBe(callersSpan);
    expect(named('take in').parentSpanId).toBe(call.spanId);
    const submitted = named('submit');
    expect(submitted.parentSpanId).toBe(call.spanId);
    expect(moderated.parentSpanId).toBe(submitted.spanId);
    expect(named('analyser stub').parentSpanId).toBe(moderated.spanId);
    const settled = named('settle');
    expect(settled.parentSpanId).toBe(moderated.spanId);
    const delivered = spans.find(({ name }) => name === 'deliver');
    expect(delivered?.links).toEqual([{ traceId: callersTrace, spanId: settled.spanId }]);
    expect(delivered?.traceId).not.toBe(callersTrace);
    expect(delivered?.parentSpanId ?? '').toBe('');
    expect(row?.traceparent).toBe(`00-${callersTrace}-${settled.spanId}-01`);
    expect(told?.headers['traceparent']).toBe(`00-${delivered?.traceId}-${delivered?.spanId}-01`);

    expect(moderated.attributes).toContainEqual({ key: 'clearframe.media_id', value: { stringValue: mediaId } });
    const text = sent.map(({ body }) => body).join('\n');
    for (const secret of [...secrets, hook.address, '/hook', '@example']) expect(text).not.toContain(secret);
    const logged = lines.map((line) => JSON.parse(line)).filter(({ trace_id }) => trace_id !== undefined);
    expect(JSON.stringify(logged)).not.toContain('traceparent');
  });

  it('API-01 are not made without an endpoint, and a caller’s goes on to the job, the delivery and the webhook as it came', async () => {
    const { built, hook } = await start(null);
    const { row, told } = await uploadAndTell({ built, hook });
    expect(row?.traceparent).toBe(traceparent);
    expect(told?.headers['traceparent']).toBe(traceparent);
  });

  it('OPS-01 refuse a start without their packages, with the command that installs them', () => {
    const set = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' });
    const none = () => {
      throw new Error('not found');
    };
    expect(() => requireTracing(set, none)).toThrow(
      'OTEL_EXPORTER_OTLP_ENDPOINT: set, but @opentelemetry/sdk-trace, @opentelemetry/resources, ' +
        '@opentelemetry/exporter-trace-otlp-http not installed. In the folder of the server run: npm install --no-save ' +
        '@opentelemetry/sdk-trace@3.1.0 @opentelemetry/resources@3.1.0 @opentelemetry/exporter-trace-otlp-http@0.301.0',
    );
    expect(() => requireTracing(set)).not.toThrow();
    expect(() => requireTracing(readConfig({}), none)).not.toThrow();
  });
});

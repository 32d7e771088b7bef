import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import { tracedAs, traceparentNow } from '../work-context.ts';

const pattern = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** What a `traceparent` names (W3C Trace Context); null = it is not well formed. */
function readTraceparent(traceparent: string | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = pattern.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return { traceId, spanId, traceFlags, isRemote: true };
}

const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`;

/** null = nothing is traced: then a span costs one comparison. */
let tracer: Tracer | null = null;

/** From now on spans are made by this one; null = none are. */
export function traceBy(provider: TracerProvider | null): void {
  tracer = provider?.getTracer('clearframe') ?? null;
}

/** Ids, names of ours and numbers alone: never a name of a file, a text or an address. */
type SpanOptions = {
  attributes?: Attributes;
  kind?: SpanKind;
  /** `traceparent` of what came before; default what this work belongs to. */
  parent?: string | undefined;
  /** Begins a trace of its own, which refers to this one: it may be days later. */
  linkedTo?: string | undefined;
};

function begin(by: Tracer, name: string, { attributes, kind, ...rest }: SpanOptions): Span {
  const isLinked = 'linkedTo' in rest;
  const parent = isLinked ? null : readTraceparent(rest.parent ?? traceparentNow());
  const linked = readTraceparent(rest.linkedTo);
  const options = {
    kind: kind ?? SpanKind.INTERNAL,
    ...(attributes ? { attributes } : {}),
    ...(linked ? { links: [{ context: linked }] } : {}),
  };
  return by.startSpan(name, options, parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
}

/** Messages may hold whatever a person typed, so an error is told by its kind alone. */
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  span.setAttribute('error.type', code ?? (error instanceof Error ? error.name : 'unknown'));
}

/** Does work as a span of the trace that it belongs to. What it awaits, the jobs that it adds and what it sends belong to that span. */
export async function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (!tracer) return await work();
  const span = begin(tracer, name, options);
  try {
    return await tracedAs(writeTraceparent(span.spanContext()), work);
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** A span that ends elsewhere; null = nothing is traced. */
export function openSpan(name: string, options: SpanOptions): { traceparent: string; span: Span } | null {
  if (!tracer) return null;
  const span = begin(tracer, name, options);
  return { traceparent: writeTraceparent(span.spanContext()), span };
}

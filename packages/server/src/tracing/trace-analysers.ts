import type { Analyser } from '@clearframe/engine/light';
import { SpanKind } from '@opentelemetry/api';
import { inSpan } from './in-span.ts';

/** The same analysers; each try at one is a span. */
export const traceAnalysers = (analysers: readonly Analyser[]): Analyser[] =>
  analysers.map((one) => {
    const { name, version, place } = one;
    const attributes = { 'clearframe.analyser': name, 'clearframe.analyser_version': version };
    const kind = place === 'remote' ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const { seconds } = one;
    const traced = <T>(work: () => Promise<T>): Promise<T> => inSpan(`analyser ${name}`, { attributes, kind }, work);
    return {
      ...one,
      ...(seconds ? { seconds: { ...seconds, judge: (batch, signal) => traced(() => seconds.judge(batch, signal)) } } : {}),
      analyse: (input, signal) => traced(() => one.analyse(input, signal)),
      close: () => one.close(),
    };
  });

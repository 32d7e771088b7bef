import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };

describe('where traces are sent', () => {
  it('OPS-03 is nowhere unless an endpoint is set', () => {
    expect(readConfig({}).tracing).toBeNull();
    // Names that a platform sets for programs of every kind.
    const ofOthers = { OTEL_SERVICE_NAME: 'x', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER: 'jaeger_remote' };
    expect(readConfig(ofOthers).tracing).toBeNull();
  });

  it('OPS-03 follows the standard names', () => {
    expect(readConfig(on).tracing).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: {},
      serviceName: 'clearframe',
      attributes: {},
      sampler: 'parentbased_always_on',
      ratio: 1,
    });
    const more = {
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-scope = 7',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_SERVICE_NAME: 'moderation',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    };
    expect(readConfig({ ...on, ...more }).tracing).toMatchObject({
      headers: { authorization: 'Bearer abc', 'x-scope': '7' },
      attributes: { 'deployment.environment.name': 'test' },
      serviceName: 'moderation',
      sampler: 'traceidratio',
      ratio: 0.25,
    });
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, 'an http(s) address that takes OTLP over HTTP'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://me:hush-hush@collector.example' },
      /^OTEL_EXPORTER_OTLP_ENDPOINT: the value given is not accepted: .*: keys go into OTEL_EXPORTER_OTLP_HEADERS$/,
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/?key=hush-hush' }, 'without a password or a query'],
    [{ ...on, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" is not accepted: http/json'],
    [
      { ...on, OTEL_EXPORTER_OTLP_HEADERS: 'secret' },
      'OTEL_EXPORTER_OTLP_HEADERS: the value given is not accepted: key=value pairs',
    ],
    [{ ...on, OTEL_TRACES_SAMPLER: 'some' }, 'OTEL_TRACES_SAMPLER: "some" is not accepted: always_on'],
    [{ ...on, OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG: "2" is not accepted: a share, 0 to 1'],
  ])('OPS-03 does not start with %o', (environment, line) => {
    expect(() => readConfig(environment)).toThrow(line);
  });
});

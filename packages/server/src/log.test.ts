import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { writesRecords } from './config-monitoring.ts';
import { createLog } from './log.ts';
import { productVersion } from './presence/product-version.ts';
import { workFor } from './work-context.ts';

function logTo(environment: Record<string, string>) {
  const lines: string[] = [];
  return { lines, log: createLog(readConfig(environment), 'api', (line) => lines.push(line)) };
}

describe('the log', () => {
  it('OPS-03 writes records for programs: time, level, who writes, for what, and the sentence', () => {
    const { lines, log } = logTo({ LOG_FORMAT: 'json' });
    workFor({ requestId: 'order-4711', traceId: 't', job: 'moderate-media', attempt: 2, run: 3 }, () =>
      log.warn({ mediaId: 'm', durationMs: 12, code: 'not_found', err: new Error('away') }, 'it failed'),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]?.endsWith('}\n')).toBe(true);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      level: 'warn',
      name: 'api',
      instance: hostname(),
      role: 'all',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      request_id: 'order-4711',
      trace_id: 't',
      job: 'moderate-media',
      attempt: 2,
      run: 3,
      media_id: 'm',
      duration_ms: 12,
      code: 'not_found',
      msg: 'it failed',
      err: { message: 'away', stack: expect.stringContaining('Error: away') },
    });
  });

  it('OPS-03 keeps the version of the server, whatever a line says of another program', () => {
    const { lines, log } = logTo({ LOG_FORMAT: 'json' });
    log.info({ version: '5.1.9-0+deb12u1', role: 'tool' }, 'reading videos with this ffmpeg');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ version: productVersion(), role: 'all' });
  });

  it('OPS-03 writes lines for people, with the same fields', () => {
    const { lines, log } = logTo({ LOG_FORMAT: 'text', INSTANCE_NAME: 'north' });
    workFor({ requestId: 'order-4711' }, () => log.error({ mediaId: 'm' }, 'it failed'));
    expect(lines[0]).toMatch(/^\d{4}-\S+Z ERROR api: it failed instance=north request_id=order-4711 media_id=m\n$/);
  });

  it.each([
    [{}, true, false],
    [{}, false, true],
    [{ LOG_FORMAT: 'text' }, false, false],
    [{ LOG_FORMAT: 'json' }, true, true],
  ])('OPS-03 with %o and a terminal: %s writes records: %s', (environment, isTerminal, records) => {
    expect(writesRecords(readConfig(environment), isTerminal)).toBe(records);
  });
});

import type { HealthCheck } from '@clearframe/contract';
import { expect, it } from 'vitest';
import { judgeAnalysers } from './judge-analysers.ts';
import { type HealthFacts, judgeHealth } from './judge-health.ts';

const now = new Date('2026-11-30T12:00:00.000Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

const well: HealthFacts = {
  processes: [
    {
      role: 'http,jobs,pictures,videos',
      instance: 'm1',
      version: '0.2.0',
      startedAt: ago(3_600_000),
      silentSeconds: 1,
      isThere: true,
      isReplaced: false,
      otherSettings: [],
    },
  ],
  cluster: { queues: [], backupAgeSeconds: 3_600, standbys: [{ standby: 'second', lagSeconds: 0.1 }] },
  failed: { analyses: 0, deliveries: 0, webhooks: 0 },
  database: { lastBackupAt: ago(3_600_000), isStandby: false, isReadOnly: false, connections: { used: 12, max: 100 }, tookMs: 2 },
  storage: { kind: 'disk', disk: { free_bytes: 80, total_bytes: 100 }, probe: { outcome: 'works', tookMs: 3 } },
  analysers: [],
};

type Facts = { [K in keyof HealthFacts]?: Partial<HealthFacts[K]> };
const judged = (facts: Facts) =>
  judgeHealth({
    ...well,
    cluster: { ...well.cluster, ...facts.cluster },
    failed: { ...well.failed, ...facts.failed },
    database: { ...well.database, ...facts.database },
    storage: { ...well.storage, ...facts.storage },
  });
function found(name: HealthCheck['name'], facts: Facts): string {
  const { state, checks } = judged(facts);
  const one = checks.find((check) => check.name === name);
  // Nothing else is wrong, so all of it is as well as this.
  expect(state).toBe(one?.state);
  return `${one?.state}: ${one?.detail}`;
}

it('OPS-04 says of an installation in order that it is', () => {
  const { state, checks } = judgeHealth(well);
  expect(state).toBe('ok');
  expect(checks.filter((one) => one.state !== 'ok')).toEqual([]);
  expect(found('files', {})).toBe('ok: Disk. A probe was written and read. 20% of the disk used.');
  expect(found('database', {})).toBe('ok: Answers in 2 ms. 12 of 100 connections used.');
});

it('OPS-04 sees a disk that fills up, and one that is full', () => {
  expect(found('files', { storage: { disk: { free_bytes: 14, total_bytes: 100 } } })).toContain('86% of the disk used');
  expect(found('files', { storage: { disk: { free_bytes: 14, total_bytes: 100 } } })).toMatch(/^degraded/);
  expect(found('files', { storage: { disk: { free_bytes: 2, total_bytes: 100 } } })).toMatch(/^failed/);
});

it('OPS-04 sees a storage that refuses, says nothing, is slow or is another one, on disk and in S3', () => {
  for (const kind of ['disk', 's3'] as const) {
    const files = (probe: HealthFacts['storage']['probe']) => found('files', { storage: { kind, disk: null, probe } });
    const place = kind === 's3' ? 'S3.' : 'Disk.';
    expect(files({ outcome: 'works', tookMs: 3 })).toBe(`ok: ${place} A probe was written and read.`);
    expect(files({ outcome: 'works', tookMs: 3_210 })).toBe(`degraded: ${place} Slow: a probe took 3.2 s.`);
    expect(files({ outcome: 'fails', reason: 'AccessDenied' })).toBe(`failed: ${place} It cannot be written: AccessDenied.`);
    expect(files({ outcome: 'silent', limitMs: 5_000 })).toBe(`failed: ${place} No answer within 5 s.`);
    expect(files({ outcome: 'unmarked' })).toMatch(/^failed: .*Check the mount or the bucket\.$/);
  }
});

it('OPS-04 sees a database that cannot be written, is crowded or slow, and a standby that is late', () => {
  expect(found('database', { database: { isReadOnly: true } })).toMatch(/^degraded: It is read-only/);
  expect(found('database', { database: { isStandby: true, isReadOnly: true } })).toMatch(/^degraded: It is a standby/);
  expect(found('database', { database: { connections: { used: 91, max: 100 } } })).toMatch(/^degraded: Few connections are left/);
  expect(found('database', { database: { tookMs: 800 } })).toMatch(/^degraded: It is slow\. Answers in 800 ms/);
  const standbys = [{ standby: 'second', lagSeconds: 75 }];
  expect(found('database', { cluster: { standbys } })).toMatch(/^degraded: The standby second is 75 s late/);
});

it('OPS-04 sees a backup that is late or never became whole', () => {
  expect(found('backup', { cluster: { backupAgeSeconds: 27 * 3_600 } })).toBe('degraded: The last whole backup is 27 h old.');
  expect(found('backup', { database: { lastBackupAt: null } })).toBe('degraded: No backup is whole yet.');
  expect(found('backup', { cluster: { backupAgeSeconds: null } })).toMatch(/^ok/);
});

it('OPS-04 sees pictures that wait, uploads whose analysis failed, and deliveries that were given up', () => {
  const queue = { queue: 'moderate-media', ready: 40, deferred: 0, active: 1, oldestSeconds: 61 };
  expect(found('analysis', { cluster: { queues: [queue] } })).toBe('degraded: 40 pictures waiting, the oldest 61 s.');
  expect(found('analysis', { failed: { analyses: 2 } })).toBe('degraded: 2 uploads could not be analysed.');
  const deliveries = { deliveries: 38, webhooks: 1 };
  expect(found('webhooks', { failed: deliveries })).toBe('degraded: 38 deliveries to 1 webhook failed.');
});

it('OPS-04 tells of each analyser how it answered lately, and nothing where it was not asked', () => {
  const minute = 60_000;
  const seen = [
    { name: 'rekognition', answeredAt: ago(minute), failedAt: null, fault: null },
    { name: 'oip', answeredAt: ago(20 * minute), failedAt: ago(minute), fault: 'credentials' as const },
    { name: 'sightengine', answeredAt: ago(minute), failedAt: ago(5 * minute), fault: 'timeout' as const },
    { name: 'vision-llm', answeredAt: ago(48 * 60 * minute), failedAt: null, fault: null },
  ];
  const analysers = judgeAnalysers(seen, ['rekognition', 'google-vision'], now);
  expect(analysers.map(({ id, state, last_error: error }) => [id, state, error])).toEqual([
    ['rekognition', 'ok', null],
    ['google-vision', null, null],
    ['oip', 'failed', 'Its key was refused.'],
    ['sightengine', 'degraded', 'No answer in time.'],
  ]);
  const of = (list: typeof analysers) => judgeHealth({ ...well, analysers: list });
  expect(of(analysers).state).toBe('failed');
  expect(of(analysers).checks.find(({ name }) => name === 'analysers')?.detail).toBe(
    'oip: Its key was refused. sightengine: No answer in time.',
  );
  expect(of(analysers.slice(0, 2)).checks.find(({ name }) => name === 'analysers')?.detail).toBe('1 analyser answers.');
  expect(of([]).checks.some(({ name }) => name === 'analysers')).toBe(false);
});

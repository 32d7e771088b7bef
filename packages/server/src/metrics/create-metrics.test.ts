import { endpoints } from '@clearframe/contract';
import { analyserNames } from '@clearframe/engine/light';
import { describe, expect, it } from 'vitest';
import { decoderStages } from '../confinement/messages.ts';
import { createMetrics, type Metrics, verdictReasons, watchPool, webhookOutcomes } from './create-metrics.ts';
import { databaseErrorCode } from './database-error-code.ts';
import { requestLabels } from './measure-requests.ts';
import { measured } from './measure-storage.ts';

const seriesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

const sqlStates = ['25006', '40001', '40P01', '53300', '53100', '55P03', '57014', '57P01', '08006', '42P01'];

/** Everything that a process of either kind can tell, told once. */
function tellCommon(metrics: Metrics): void {
  for (const state of sqlStates) {
    const code = databaseErrorCode(Object.assign(new Error('failed'), { code: state }));
    if (code !== null) metrics.databaseErrors.inc({ code });
  }
  metrics.databaseErrors.inc({ code: databaseErrorCode(new Error('gone')) ?? '' });
  for (const op of new Set(Object.values(measured)))
    for (const outcome of ['ok', 'error', ...(op === 'put' ? ['aborted'] : []), ...(/get|open|file/.test(op) ? ['missing'] : [])])
      metrics.storage.observe({ op, outcome }, 1);
  watchPool(metrics, { pool: { totalCount: 3, idleCount: 1 }, waiting: () => 0 });
  for (const [verdict, reasons] of Object.entries(verdictReasons))
    for (const reason of reasons) metrics.verdicts.inc({ verdict, reason });
}

function tellOfApi(metrics: Metrics): void {
  const paths = Object.values(endpoints).map(({ method, path }) => [method, `/api${path}`] as const);
  const served = [
    ...paths,
    ['GET', '/files/*'],
    ['HEAD', '/files/*'],
    ['GET', '/'],
    ['GET', '/docs/:name'],
    ['PUT', '/dev/clock'],
  ] as const;
  for (const [method, path] of served)
    for (const status of ['2xx', '4xx', '5xx']) {
      const labels = requestLabels(method, path);
      if (labels) metrics.requests.observe({ ...labels, status }, 1);
    }
  for (const method of ['GET', 'BREW'])
    metrics.requests.observe({ method: '', route: '', ...requestLabels(method, undefined), status: '4xx' }, 1);
  for (const outcome of webhookOutcomes) metrics.webhookAttempts.inc({ outcome });
  metrics.webhookDelay.observe(1);
}

function tellOfAnalysis(metrics: Metrics): void {
  for (const stage of decoderStages) metrics.analysisCpu.inc({ stage });
  for (const analyser of analyserNames)
    for (const outcome of ['answered', 'failed']) {
      metrics.analyserRequests.inc({ analyser, outcome });
      metrics.analyserTime.observe({ analyser }, 1);
    }
  for (const kind of ['picture', 'video']) {
    metrics.frames.inc({ kind });
    for (const source of ['dashboard', 'api']) metrics.uploadToVerdict.observe({ kind, source }, 1);
  }
}

describe('what a process counts', () => {
  it.each([
    ['api', tellOfApi],
    ['analysis', tellOfAnalysis],
  ])('OPS-03 an %s process has at most 300 series, whatever happens', async (_kind, tell) => {
    const metrics = createMetrics({ version: '1.0.0', revision: 'unknown', runtime: true });
    tellCommon(metrics);
    tell(metrics);
    const series = seriesOf(await metrics.expose());
    expect(new Set(series.map((line) => line.replace(/ \S+$/, ''))).size).toBe(series.length);
    expect(series.length).toBeGreaterThan(150);
    expect(series.length).toBeLessThanOrEqual(300);
  });

  it('OPS-03 knows memory, CPU and lag of its process, and nothing of them when nobody reads', async () => {
    const watched = await createMetrics({ version: '1', revision: 'abc', runtime: true }).expose();
    for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds'])
      expect(watched).toMatch(new RegExp(`^${name} `, 'm'));
    expect(watched).toMatch(/^clearframe_build_info\{version="1",revision="abc"\} 1$/m);
    expect(await createMetrics({ version: '1', revision: 'abc' }).expose()).not.toMatch(/^(process|nodejs)_/m);
  });
});

describe('the code of a database error', () => {
  it.each([
    ['25006', '25006'],
    ['57P01', '57'],
    ['42P01', 'other'],
    ['ECONNREFUSED', 'connection'],
  ])('OPS-03 counts %s as %s', (code, counted) => {
    expect(databaseErrorCode(Object.assign(new Error('failed'), { code }))).toBe(counted);
  });

  it('OPS-03 counts no row that was there already', () => {
    expect(databaseErrorCode(Object.assign(new Error('taken'), { code: '23505' }))).toBeNull();
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createClusterMetrics } from '../src/metrics/cluster-metrics.ts';
import { createMetrics, watchPool } from '../src/metrics/create-metrics.ts';
import { mergeMetrics } from '../src/metrics/merge-metrics.ts';
import { findPrometheus } from './engines/prometheus.ts';

const alertsFile = fileURLToPath(new URL('../../../deploy/prometheus/alerts.yml', import.meta.url));
const alerts = readFileSync(alertsFile, 'utf8');
const names = [...alerts.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name = '']) => name);

/** One series, and its values as promtool writes them: `0+2x10` = from 0 on, two more each minute, ten times. */
type Series = Record<string, string>;
type Case = { alert: string; what: string; at: string; series: Series; fires: boolean; interval?: string };

/** Between the values of what is compared with its week. */
const weeks = '30m';

const verdict = (name: string, reason: string) =>
  `clearframe_verdicts_total{process="analysis-1",verdict="${name}",reason="${reason}"}`;
const attempts = (outcome: string) => `clearframe_webhook_attempts_total{process="api",outcome="${outcome}"}`;
const calls = (outcome: string) => `clearframe_storage_seconds_count{process="api",op="put",outcome="${outcome}"}`;
const inTime = 'clearframe_upload_to_verdict_seconds_bucket{kind="picture",source="api",le="5"}';
const all = 'clearframe_upload_to_verdict_seconds_count{kind="picture",source="api"}';
const processes = (role: string, version: string) => `clearframe_processes{role="${role}",version="${version}"}`;
const ready = 'clearframe_queue_jobs{queue="moderate-media",state="ready"}';
const videosReady = 'clearframe_queue_jobs{queue="moderate-video",state="ready"}';
const died = (why: string) => `clearframe_worker_restarts_total{process="supervisor",instance="a",why="${why}"}`;

const both = (alert: string, at: string, fires: Series, quiet: Record<string, Series>, interval = '1m'): Case[] => [
  { alert, what: 'fires', at, series: fires, fires: true, interval },
  ...Object.entries(quiet).map(([what, series]) => ({ alert, what, at, series, fires: false, interval })),
];

const cases: Case[] = [
  ...both(
    'ClearframeDown',
    '3m',
    { 'up{job="clearframe-cluster",instance="a"}': '0x10' },
    {
      'one that answers': { 'up{job="clearframe",instance="a"}': '1x10' },
      'one that missed a scrape': { 'up{job="clearframe",instance="a"}': '1 0 1 1 1' },
      'another job': { 'up{job="node",instance="a"}': '0x10' },
    },
  ),
  ...both('ClearframeFactsMissing', '6m', { up: '1x10' }, { 'facts are there': { [ready]: '0x10' } }),
  ...both(
    'ClearframeQueueOld',
    '2m',
    { 'clearframe_queue_oldest_seconds{queue="moderate-media"}': '400x10' },
    {
      'a young queue': { 'clearframe_queue_oldest_seconds{queue="moderate-media"}': '200x10' },
      'another queue': { 'clearframe_queue_oldest_seconds{queue="export-data"}': '400x10' },
    },
  ),
  ...both(
    'ClearframeNoPictures',
    '3m',
    { [processes('pictures', '')]: '0x10', [processes('videos', '1.0.0')]: '2x10', [ready]: '5x10' },
    {
      'somebody analyses': { [processes('pictures', '1.0.0')]: '2x10', [ready]: '5x10' },
      'nothing waits': { [processes('pictures', '')]: '0x10', [ready]: '0x10' },
      'videos wait': { [processes('pictures', '')]: '0x10', [ready]: '0x10', [videosReady]: '5x10' },
    },
  ),
  ...both(
    'ClearframeNoVideos',
    '12m',
    { [processes('videos', '')]: '0x20', [processes('pictures', '1.0.0')]: '2x20', [videosReady]: '5x20' },
    {
      'somebody analyses': { [processes('videos', '1.0.0')]: '2x20', [videosReady]: '5x20' },
      'nothing waits': { [processes('videos', '')]: '0x20', [videosReady]: '0x20' },
      'the first is being started': {
        [processes('videos', '')]: '0x5',
        [processes('videos', '1.0.0')]: '0x5 1x15',
        [videosReady]: '5x20',
      },
    },
  ),
  ...both(
    'ClearframeAnalysesFail',
    '25m',
    { [verdict('not_checked', 'failed')]: '0+6x40', [verdict('safe', 'scores')]: '0+60x40' },
    {
      'few fail': { [verdict('not_checked', 'failed')]: '0+2x40', [verdict('safe', 'scores')]: '0+60x40' },
      'damaged files': { [verdict('not_checked', 'file')]: '0+30x40', [verdict('safe', 'scores')]: '0+60x40' },
    },
  ),
  ...both(
    'ClearframeWebhooksFail',
    '35m',
    { [attempts('refused')]: '0+30x60', [attempts('delivered')]: '0+60x60' },
    {
      'few fail': { [attempts('timeout')]: '0+5x60', [attempts('delivered')]: '0+60x60' },
      'nothing is sent': { [attempts('refused')]: '9x60', [attempts('delivered')]: '9x60' },
    },
  ),
  ...both(
    'ClearframeFlagRateMoved',
    '10200m',
    { [verdict('flagged', 'scores')]: '0+10x336 3460+100x6', [verdict('safe', 'scores')]: '0+990x345' },
    {
      'as in its week': { [verdict('flagged', 'scores')]: '0+10x345', [verdict('safe', 'scores')]: '0+990x345' },
      'a quiet hour': { [verdict('flagged', 'scores')]: '0+0.5x336 173+5x6', [verdict('safe', 'scores')]: '0+49.5x345' },
    },
    weeks,
  ),
  {
    alert: 'ClearframeFlagRateMoved',
    what: 'fires when nothing is flagged any more',
    at: '10200m',
    fires: true,
    interval: weeks,
    series: { [verdict('flagged', 'keywords')]: '0+200x336 67200x6', [verdict('safe', 'scores')]: '0+800x345' },
  },
  ...both(
    'ClearframeStorageErrors',
    '11m',
    { [calls('error')]: '0+2x20', [calls('ok')]: '0+100x20' },
    {
      'few fail': { [calls('error')]: '0+0.5x20', [calls('ok')]: '0+100x20' },
      'callers who leave': { [calls('aborted')]: '0+20x20', [calls('ok')]: '0+100x20' },
    },
  ),
  ...both(
    'ClearframePoolSaturated',
    '6m',
    { 'clearframe_database_pool{instance="a",process="api",state="waiting"}': '3x10' },
    {
      'for a moment': { 'clearframe_database_pool{instance="a",process="api",state="waiting"}': '3 3 0 3 3 3 3 3 3' },
      'a busy pool': { 'clearframe_database_pool{instance="a",process="api",state="used"}': '10x10' },
    },
  ),
  ...both(
    'ClearframeStandbyLag',
    '3m',
    { 'clearframe_database_standby_lag_seconds{standby="b"}': '60x10' },
    {
      'a near one': { 'clearframe_database_standby_lag_seconds{standby="b"}': '10x10' },
    },
  ),
  ...both(
    'ClearframeMonthsMissing',
    '65m',
    { clearframe_months_ahead: '1x90' },
    {
      'all are there': { clearframe_months_ahead: '3x90' },
      'a new month, made soon': { clearframe_months_ahead: '1x20 3x70' },
    },
  ),
  ...both(
    'ClearframeDefaultPartGrows',
    '400m',
    { 'clearframe_default_part_rows{table="delivery"}': '0+10x500', clearframe_running_month_has_parts: '1x500' },
    {
      'it stays as it is': {
        'clearframe_default_part_rows{table="delivery"}': '5000000x500',
        clearframe_running_month_has_parts: '1x500',
      },
      'the month of an upgrade': {
        'clearframe_default_part_rows{table="delivery"}': '0+10x500',
        clearframe_running_month_has_parts: '0x500',
      },
    },
  ),
  ...both(
    'ClearframeTwoVersions',
    '65m',
    { [processes('http', '1.0.0')]: '2x90', [processes('pictures', '1.1.0')]: '2x90' },
    {
      'one version, and a role that nobody has': { [processes('http', '1.0.0')]: '2x90', [processes('videos', '')]: '0x90' },
      'an update': { [processes('http', '1.0.0')]: '2x20', [processes('http', '1.1.0')]: '0x10 2x80' },
    },
  ),
  ...both(
    'ClearframeBackupOld',
    '35m',
    { clearframe_backup_age_seconds: '93700x60' },
    {
      'one of yesterday': { clearframe_backup_age_seconds: '90000x60' },
      'one that is made now': { clearframe_backup_age_seconds: '93700x20 60x60' },
      'nobody makes any': { [ready]: '0x60' },
    },
  ),
  ...both(
    'ClearframeSettingsDiffer',
    '35m',
    { clearframe_settings_differ: '2x60' },
    {
      'all have the same': { clearframe_settings_differ: '0x60' },
      'an update': { clearframe_settings_differ: '0x10 4x15 0x40' },
    },
  ),
  ...both(
    'ClearframeProcessesDie',
    '9m',
    { [died('crashed')]: '0 1 2 3 4 5 6 7 8 9 9 9' },
    {
      'some that gave memory back': { [died('recycled')]: '0 1 2 3 4 5 6 7 8 9 9 9' },
      'one that died': { [died('crashed')]: '0 1x10' },
    },
  ),
  ...both(
    'ClearframeVerdictsSlowFast',
    '70m',
    { [inTime]: '0+50x90', [all]: '0+100x90' },
    {
      'nearly all in time': { [inTime]: '0+99x90', [all]: '0+100x90' },
      'over by now': { [inTime]: '0+50x60 3100+100x30', [all]: '0+100x90' },
    },
  ),
  ...both(
    'ClearframeVerdictsSlowLong',
    '480m',
    { [inTime]: '0+2700x18', [all]: '0+3000x18' },
    {
      'nearly all in time': { [inTime]: '0+2970x18', [all]: '0+3000x18' },
    },
    weeks,
  ),
];

/** The one that fires, or nobody: promtool takes JSON too, which is YAML. */
const toTest = ({ alert, what, at, series, fires, interval = '1m' }: Case) => ({
  name: `${alert}: ${what}`,
  interval,
  input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
  promql_expr_test: [
    {
      expr: `count by (alertname) (ALERTS{alertstate="firing", alertname="${alert}"})`,
      eval_time: at,
      exp_samples: fires ? [{ labels: `{alertname="${alert}"}`, value: 1 }] : [],
    },
  ],
});

/** What a machine tells, with every metric that has a value from its start on, and the facts of an installation. */
async function exposition(): Promise<{ machine: string; cluster: string }> {
  const metrics = createMetrics({ version: '1.0.0', revision: 'unknown', runtime: true });
  watchPool(metrics, { pool: { totalCount: 1, idleCount: 1 }, waiting: () => 0 });
  metrics.requests.observe({ method: 'GET', route: '/*', status: '2xx' }, 0.2);
  metrics.uploadToVerdict.observe({ kind: 'picture', source: 'api' }, 2);
  metrics.verdicts.inc({ verdict: 'safe', reason: 'scores' });
  metrics.webhookAttempts.inc({ outcome: 'delivered' });
  metrics.storage.observe({ op: 'put', outcome: 'ok' }, 0.2);
  metrics.workerRestarts.inc({ why: 'hung' });
  metrics.databaseErrors.inc({ code: '57' });
  metrics.analysisCpu.inc({ stage: 'text' }, 0.5);
  metrics.analyserRequests.inc({ analyser: 'rekognition', outcome: 'failed' });
  metrics.analyserTime.observe({ analyser: 'rekognition' }, 3);
  metrics.frames.inc({ kind: 'video' }, 60);
  const cluster = createClusterMetrics(async () => ({
    queues: [{ queue: 'moderate-media', ready: 1, deferred: 0, active: 0, oldestSeconds: 1 }],
    work: [{ queue: 'moderate-media', seconds: 1 }],
    reviewWaiting: 1,
    objectsToRemove: 1,
    processes: [{ role: 'http', version: '1.0.0', count: 1 }],
    otherSettings: 0,
    backupAgeSeconds: 1,
    databaseBytes: 1,
    standbys: [{ standby: 'b', lagSeconds: 1 }],
    parts: { ahead: 3, isRunningMade: true, defaultRows: [{ table: 'delivery', rows: 1 }] },
  }));
  const text = await metrics.expose();
  return {
    machine: mergeMetrics([
      { process: 'api', text },
      { process: 'analysis-1', text },
    ]),
    cluster: await cluster(),
  };
}

it('OPS-03 every alert says how urgent it is and what to do, and is tried firing and not firing', () => {
  expect(names.length).toBeGreaterThan(10);
  for (const rule of alerts.split(/^ {6}- alert: /m).slice(1))
    expect(rule).toMatch(
      /\n {8}for: \d+[mh]\n {8}labels: \{ severity: (page|ticket) \}\n[\s\S]*summary: .{20,}\n {10}runbook: .{30,}\n/,
    );
  expect([...new Set(cases.map(({ alert }) => alert))].sort()).toEqual([...names].sort());
  for (const name of names) expect(new Set(cases.filter(({ alert }) => alert === name).map(({ fires }) => fires)).size).toBe(2);
});

it('OPS-03 no alert names a metric that is not told', async () => {
  const { machine, cluster } = await exposition();
  const told = new Set([...`${machine}${cluster}`.matchAll(/^(\w+)[{ ]/gm)].map(([, name]) => name));
  const asked = new Set([...alerts.matchAll(/\bclearframe_\w+(?=[{[)])/g)].map(([name]) => name));
  expect(asked.size).toBeGreaterThan(8);
  expect([...asked].filter((name) => !told.has(name))).toEqual([]);
});

const found = findPrometheus();
if ('notRun' in found) it('OPS-03 promtool accepts metrics and alerts', ({ skip }) => skip(found.notRun));
else
  describe('promtool', () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearframe-alerts-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const promtool = (args: string[], input = '') => {
      const { status, stdout, stderr } = spawnSync(found.promtool, args, { encoding: 'utf8', input });
      return { status, said: `${stdout}${stderr}` };
    };

    it('OPS-03 finds nothing to mend in what a machine and an installation tell', async () => {
      const { machine, cluster } = await exposition();
      expect(promtool(['check', 'metrics'], machine)).toEqual({ status: 0, said: '' });
      expect(promtool(['check', 'metrics'], cluster)).toEqual({ status: 0, said: '' });
      expect(promtool(['check', 'metrics'], 'a_total 1\n').status).not.toBe(0);
    });

    it('OPS-03 reads every alert', () => {
      const { status, said } = promtool(['check', 'rules', alertsFile]);
      expect([status, said]).toEqual([0, expect.stringContaining(`SUCCESS: ${names.length} rules found`)]);
    });

    it('OPS-03 sees each alert fire when it should, and not when it should not', () => {
      const file = join(folder, 'tests.yml');
      // A week is judged twice an hour: every minute of it would take minutes.
      for (const [evaluation_interval, chosen] of [
        ['1m', cases.filter(({ interval }) => interval !== weeks)],
        ['30m', cases.filter(({ interval }) => interval === weeks)],
      ] as const) {
        writeFileSync(file, JSON.stringify({ rule_files: [alertsFile], evaluation_interval, tests: chosen.map(toTest) }));
        const { status, said } = promtool(['test', 'rules', file]);
        expect([status, said]).toEqual([0, expect.stringContaining('SUCCESS')]);
      }
      // One that expects what does not happen is noticed.
      const wrong = cases.slice(0, 1).map((one) => toTest({ ...one, fires: !one.fires }));
      writeFileSync(file, JSON.stringify({ rule_files: [alertsFile], evaluation_interval: '1m', tests: wrong }));
      expect(promtool(['test', 'rules', file]).status).not.toBe(0);
    });
  });

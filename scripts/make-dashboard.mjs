/**
 * `node scripts/make-dashboard.mjs` writes deploy/grafana/clearframe.json from the panels below. A test of the server asks a real
 * Prometheus each of their queries.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/root.mjs';

export const dashboardFile = join(root, 'deploy/grafana/clearframe.json');

const source = { type: 'prometheus', uid: `\${datasource}` };
/** Grafana's own: four scrapes, or a step of the graph. */
const each = '[$__rate_interval]';
const rate = (series) => `rate(${series}${each})`;
const sum = (by, series) => `sum by (${by}) (${rate(series)})`;
const share = (part, whole) => `(sum(${rate(part)}) or vector(0)) / sum(${rate(whole)})`;
const quantile = (q, name, by = '') => `histogram_quantile(${q}, sum by (le${by && `, ${by}`}) (${rate(`${name}_bucket`)}))`;

const requests = 'http_server_request_duration_seconds';
const verdictTime = 'clearframe_upload_to_verdict_seconds';
const storage = 'clearframe_storage_seconds';

/** Title, unit, and what is drawn: [query, legend]. A figure alone is a `stat`. */
const rows = [
  {
    title: 'What customers see',
    panels: [
      ['Uploads a minute', 'short', [[`60 * sum(${rate(`${requests}_count{route=~".+/upload"}`)})`, 'uploads']], 'stat'],
      [
        'Pictures with a verdict within 5 s',
        'percentunit',
        [[share(`${verdictTime}_bucket{kind="picture", le="5"}`, `${verdictTime}_count{kind="picture"}`), 'within 5 s']],
        'stat',
      ],
      [
        'Time to the verdict',
        's',
        [
          [quantile(0.5, verdictTime, 'kind'), 'half, {{kind}}'],
          [quantile(0.95, verdictTime, 'kind'), '95 %, {{kind}}'],
        ],
      ],
      ['Requests a second, by route', 'reqps', [[sum('route, method', `${requests}_count`), '{{method}} {{route}}']]],
      ['Requests a second, by status', 'reqps', [[sum('status', `${requests}_count`), '{{status}}']]],
      ['95 % of requests take less than', 's', [[quantile(0.95, requests, 'route'), '{{route}}']]],
    ],
  },
  {
    title: 'Moderation',
    panels: [
      ['Verdicts a second', 'ops', [[sum('verdict, reason', 'clearframe_verdicts_total'), '{{verdict}} ({{reason}})']]],
      [
        'Flagged',
        'percentunit',
        [[share('clearframe_verdicts_total{verdict="flagged"}', 'clearframe_verdicts_total'), 'flagged']],
      ],
      ['Frames a second', 'ops', [[sum('kind', 'clearframe_frames_total'), '{{kind}}']]],
      ['CPU of decoders, by stage', 'short', [[sum('stage', 'clearframe_analysis_cpu_seconds_total'), '{{stage}}']]],
      [
        'CPU of decoders, a frame',
        's',
        [[`sum(${rate('clearframe_analysis_cpu_seconds_total')}) / sum(${rate('clearframe_frames_total')})`, 'a frame']],
      ],
      [
        'Analysers asked a second',
        'ops',
        [[sum('analyser, outcome', 'clearframe_analyser_requests_total'), '{{analyser}} {{outcome}}']],
      ],
      ['95 % of analysers answer within', 's', [[quantile(0.95, 'clearframe_analyser_seconds', 'analyser'), '{{analyser}}']]],
    ],
  },
  {
    title: 'Queues and people',
    panels: [
      ['Jobs that are due', 'short', [['max by (queue) (clearframe_queue_jobs{state="ready"})', '{{queue}}']]],
      ['Oldest due job', 's', [['max by (queue) (clearframe_queue_oldest_seconds)', '{{queue}}']]],
      ['Work that waits, for one process', 's', [['max by (queue) (clearframe_queue_work_seconds)', '{{queue}}']], 'stat'],
      ['Items that wait for a person', 'short', [['max(clearframe_review_waiting)', 'items']], 'stat'],
      ['Processes', 'short', [['max by (role, version) (clearframe_processes)', '{{role}} {{version}}']]],
      ['Files to remove', 'short', [['max(clearframe_objects_to_remove)', 'files']]],
    ],
  },
  {
    title: 'Webhooks',
    panels: [
      ['Attempts a second', 'ops', [[sum('outcome', 'clearframe_webhook_attempts_total'), '{{outcome}}']]],
      ['95 % of first attempts are late by less than', 's', [[quantile(0.95, 'clearframe_webhook_delay_seconds'), 'late by']]],
    ],
  },
  {
    title: 'Storage and database',
    panels: [
      ['Storage calls a second', 'ops', [[sum('op, outcome', `${storage}_count`), '{{op}} {{outcome}}']]],
      ['Storage calls that fail', 'percentunit', [[share(`${storage}_count{outcome="error"}`, `${storage}_count`), 'failed']]],
      ['A storage call takes', 's', [[`${sum('op', `${storage}_sum`)} / ${sum('op', `${storage}_count`)}`, '{{op}}']]],
      ['Connections', 'short', [['sum by (state) (clearframe_database_pool)', '{{state}}']]],
      ['Database errors a second', 'ops', [[`${sum('code', 'clearframe_database_errors_total')} or vector(0)`, '{{code}}']]],
      ['Size of the database', 'bytes', [['max(clearframe_database_size_bytes)', 'size']]],
      ['Months that tables have parts for', 'short', [['min(clearframe_months_ahead)', 'months to come']]],
      ['Standbys are behind', 's', [['max by (standby) (clearframe_database_standby_lag_seconds) or vector(0)', '{{standby}}']]],
      [
        'Lost connections for announcements',
        'short',
        [[`sum by (process) (increase(clearframe_listener_reconnects_total${each}))`, '{{process}}']],
      ],
    ],
  },
  {
    title: 'Machines',
    panels: [
      ['CPU', 'short', [[sum('instance, process', 'process_cpu_seconds_total'), '{{instance}} {{process}}']]],
      [
        'Memory, decoders apart',
        'bytes',
        [['sum by (instance, process) (process_resident_memory_bytes)', '{{instance}} {{process}}']],
      ],
      [
        'Lag of event loops',
        's',
        [['max by (instance, process) (nodejs_eventloop_lag_p99_seconds)', '{{instance}} {{process}}']],
      ],
      ['Replaced processes', 'short', [[`sum by (why) (increase(clearframe_worker_restarts_total${each}))`, '{{why}}']]],
      ['Processes that answer', 'short', [['min by (instance, name) (clearframe_process_answering)', '{{instance}} {{name}}']]],
    ],
  },
];

const [columns, width, height] = [24, 8, 8];

function toPanel([title, unit, targets, type = 'timeseries'], id, place) {
  return {
    id,
    title,
    type,
    datasource: source,
    gridPos: { x: (place.column * width) % columns, y: place.y, w: width, h: height },
    fieldConfig: { defaults: { unit, ...(type === 'timeseries' ? { custom: { fillOpacity: 10 } } : {}) }, overrides: [] },
    options: type === 'stat' ? { reduceOptions: { calcs: ['lastNotNull'] } } : { tooltip: { mode: 'multi', sort: 'desc' } },
    targets: targets.map(([expr, legendFormat], at) => ({
      refId: String.fromCharCode(65 + at),
      datasource: source,
      expr,
      legendFormat,
    })),
  };
}

/** The dashboard as Grafana 10 and later import it. */
export function makeDashboard() {
  const panels = [];
  let y = 0;
  for (const { title, panels: own } of rows) {
    panels.push({
      id: panels.length + 1,
      title,
      type: 'row',
      collapsed: false,
      gridPos: { x: 0, y, w: columns, h: 1 },
      panels: [],
    });
    y += 1;
    own.forEach((panel, at) => {
      const column = at % (columns / width);
      panels.push(toPanel(panel, panels.length + 1, { column, y: y + height * Math.floor((at * width) / columns) }));
    });
    y += height * Math.ceil((own.length * width) / columns);
  }
  return {
    uid: 'clearframe',
    title: 'Clearframe',
    tags: ['clearframe'],
    schemaVersion: 38,
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' }] },
    panels,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(dashboardFile, `${JSON.stringify(makeDashboard(), null, 2)}\n`);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type FakeProvider, startFakeProvider } from '../../engine/test/fake-provider.ts';
import { readConfig } from '../src/config.ts';
import { type Supervisor, startSupervisor } from '../src/supervisor.ts';
import { findPrometheus } from './engines/prometheus.ts';
import { type Built, build } from './helpers/build.ts';
import { type Receiver, startReceiver } from './helpers/receiver.ts';
import { createUploader, file, multipart, picture } from './helpers/uploads.ts';

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).optional() })),
});
const dashboard = Dashboard.parse(
  JSON.parse(readFileSync(new URL('../../../deploy/grafana/clearframe.json', import.meta.url), 'utf8')),
);
const queries = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));

/** What Prometheus answers a query. */
const Answer = z.object({
  status: z.literal('success'),
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** As OpenAI finds a picture without anything. */
const harmless = {
  id: 'modr-7',
  model: 'omni-moderation-2024-09-26',
  results: [
    {
      flagged: false,
      categories: {},
      category_scores: { sexual: 0 },
      category_applied_input_types: { sexual: ['text', 'image'] },
    },
  ],
};

/** A Prometheus that reads this machine twice a second. @returns what asks it, and the function that ends it */
async function startPrometheus(program: string, target: string) {
  const folder = mkdtempSync(join(tmpdir(), 'clearframe-prometheus-'));
  const port = await freePort();
  const config = {
    global: { scrape_interval: '500ms', scrape_timeout: '500ms' },
    scrape_configs: [
      { job_name: 'clearframe', static_configs: [{ targets: [target] }] },
      { job_name: 'clearframe-cluster', metrics_path: '/metrics/cluster', static_configs: [{ targets: [target] }] },
    ],
  };
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const child = spawn(
    program,
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'inherit' },
  );
  const ended = once(child, 'exit');
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  // The hook's own limit is the only clock.
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    /** Values of all series that a query gives now; what is no number is none. */
    async ask(query: string): Promise<number[]> {
      const body = new URLSearchParams({ query: query.replaceAll('$__rate_interval', '1m') });
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query`, { method: 'POST', body });
      const { result } = Answer.parse(await answer.json()).data;
      return result.map(({ value: [, number] }) => Number(number)).filter((value) => !Number.isNaN(value));
    },
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

const found = findPrometheus();
if ('notRun' in found) it('OPS-03 each query of the dashboard runs on a real Prometheus', ({ skip }) => skip(found.notRun));
else
  describe('the dashboard on a real Prometheus', () => {
    let receiver: Receiver;
    let provider: FakeProvider;
    let built: Built;
    let supervisor: Supervisor;
    let prometheus: Awaited<ReturnType<typeof startPrometheus>>;
    let token: string;
    beforeAll(async () => {
      [receiver, provider] = [await startReceiver(), await startFakeProvider()];
      provider.reply({ json: harmless });
      // In this process: what registers people, and no worker. The processes of the product share its database and files.
      built = await build({ mails: false });
      const metricsPort = await freePort();
      const config = readConfig({
        DATABASE_URL: built.database.url,
        DATA_DIR: built.dataDir,
        PORT: '0',
        // Machines of one installation have one.
        PUBLIC_URL: built.context.config.publicUrl,
        WORKERS: '1',
        METRICS_PORT: String(metricsPort),
        LOG_LEVEL: 'silent',
        CAPTCHA: 'off',
        VIDEO_TOOLS: 'off',
        RATE_LIMIT_SCALE: '1000',
        TENANT_PRIVATE_TARGETS: receiver.address,
        ANALYSERS: 'openai-moderation',
        OPENAI_API_KEY: 'sk-1',
        OPENAI_MODERATION_URL: provider.origin,
      });
      // It looks at new targets five seconds after its start: so it starts while the product does, and ends also where that fails.
      const starting = startSupervisor(config, { print: () => undefined });
      starting.catch(() => undefined);
      prometheus = await startPrometheus(found.prometheus, `127.0.0.1:${metricsPort}`);
      supervisor = await starting;
      const person = await createUploader(built);
      token = person.token;
      const payload = { webhookUrl: receiver.url };
      await fetch(`${supervisor.address}/api/webhooks`, {
        method: 'POST',
        headers: { ...person.headers, 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      });
    });
    afterAll(async () => {
      await prometheus?.close();
      await supervisor?.stop();
      await built?.close();
      await Promise.all([receiver?.close(), provider?.close()]);
    });

    async function upload(): Promise<number> {
      const { headers, payload } = await multipart({ media: file(picture('formats/pears.png')) });
      const authorization = `Bearer ${token}`;
      const body = new Uint8Array(payload);
      const answer = await fetch(`${supervisor.address}/api/v1/upload`, {
        method: 'POST',
        headers: { ...headers, authorization },
        body,
      });
      return answer.status;
    }

    it('OPS-03 no panel is empty after a small load', async () => {
      expect(queries.length).toBeGreaterThan(30);
      let empty = queries;
      // Rates need a count before and after: so the load goes on until every panel shows something.
      await expect
        .poll(
          async () => {
            expect(await upload()).toBe(200);
            const asked = await Promise.all(empty.map(async (one) => ({ ...one, values: await prometheus.ask(one.expr) })));
            empty = asked.filter(({ values }) => values.length === 0).map(({ title, expr }) => ({ title, expr }));
            return empty;
          },
          { interval: 250 },
        )
        .toEqual([]);
    });

    it('OPS-03 what they show is what happened', async () => {
      const [stages, processes] = await Promise.all([
        prometheus.ask('clearframe_analysis_cpu_seconds_total{stage=~"decode|classify|describe|copies"} > 0'),
        prometheus.ask('clearframe_processes{role="http"} > 0'),
      ]);
      expect([stages.length, processes]).toEqual([4, [1]]);
      const taken = receiver.received.length;
      expect(taken).toBeGreaterThan(0);
      // Another one, counted once more by everybody on its way.
      const count = async () => (await prometheus.ask('sum(clearframe_webhook_attempts_total{outcome="delivered"})'))[0] ?? 0;
      expect(await upload()).toBe(200);
      await receiver.got(taken + 1);
      await expect.poll(count).toBeGreaterThanOrEqual(taken + 1);
      expect((await prometheus.ask('min(up{job=~"clearframe.*"})'))[0]).toBe(1);
    });
  });

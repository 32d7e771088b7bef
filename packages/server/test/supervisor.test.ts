import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createDb, type DbHandle } from '../src/db/client.ts';
import { runningPostgresUrl } from '../src/db/embedded-postgres.ts';
import { createPool } from '../src/db/pool.ts';
import { commandOf } from '../src/db/process-info.ts';
import { createQueue, type Queue } from '../src/queue/index.ts';
import { processLimits } from '../src/supervisor/limits.ts';
import { type Supervisor, startSupervisor } from '../src/supervisor.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}.ts`, import.meta.url));
const entries = { api: fixture('api-process'), analysis: fixture('analysis-process') };
const limits = { ...processLimits, jobMs: 4_000, lookEveryMs: 50, hardResidentBytes: 350 * 1_048_576, healthyAfterMs: 0 };

/** Asks until it is so; the test's own time limit is the only clock. */
async function until<T>(ask: () => Promise<T | null | undefined | false> | T | null | undefined | false): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('the supervisor', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-supervisor-'));
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', WORKERS: '2', METRICS_PORT: '0' });
  const printed: string[] = [];
  const hush = 'a-setting-that-no-child-inherits-';
  let supervisor: Supervisor;
  let database: DbHandle;
  let queue: Queue;

  beforeAll(async () => {
    process.env.SECRET_KEY = hush;
    supervisor = await startSupervisor(config, { print: (line) => printed.push(line), limits, entries });
    const url = runningPostgresUrl(dataDir) ?? '';
    database = createDb({ url });
    await database.pool.query('create table proof (media_id uuid, pid int, run int)');
    queue = createQueue({ pool: database, listener: null });
    await queue.start();
  });
  afterAll(async () => {
    delete process.env.SECRET_KEY;
    await queue?.stop();
    await database?.close();
    await supervisor?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const askApi = async (): Promise<number> => Number(await (await fetch(supervisor.address ?? '')).text());
  /** Adds a job with that behaviour and waits for its row. */
  const prove = async (attempt: number): Promise<{ pid: number; run: number }> => {
    const mediaId = randomUUID();
    await queue.add('moderate-media', { mediaId, attempt });
    return until(async () => (await database.pool.query('select pid, run from proof where media_id = $1', [mediaId])).rows[0]);
  };

  it('OPS-01 runs database, API and as many analysis processes as asked', async () => {
    const { api, analysis } = supervisor.pids();
    expect(await askApi()).toBe(api[0]);
    expect(analysis).toHaveLength(2);
    expect(analysis).toContain((await prove(1)).pid);
    expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(true);
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8').trim().length).toBeGreaterThanOrEqual(32);
  });

  it('OPS-04 hears announcements for all its processes over one connection, and over another when that breaks', async () => {
    const listening = async () =>
      (
        await database.pool.query<{ pid: number }>(
          "select pid from pg_stat_activity where application_name = 'clearframe listen'",
        )
      ).rows.map(({ pid }) => pid);
    const [first, ...more] = await until(async () => {
      const pids = await listening();
      return pids.length > 0 && pids;
    });
    expect(more).toEqual([]);
    await database.pool.query('select pg_terminate_backend($1)', [first]);
    await until(async () => (await listening()).some((pid) => pid !== first));
    expect((await prove(1)).run).toBe(1);
    expect(await listening()).toHaveLength(1);
    expect(await (await fetch(`${supervisor.metricsAddress}/metrics`)).text()).toContain(
      'clearframe_listener_reconnects_total{process="supervisor"} 1',
    );
  });

  it.runIf(existsSync('/proc/self/environ'))('SEC-08 passes no setting of ours on in the environment of its processes', () => {
    const { api, analysis } = supervisor.pids();
    const environments = [...api, ...analysis].map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'));
    expect(environments).toHaveLength(3);
    for (const environment of environments) {
      expect(environment).toContain('PATH=');
      expect(environment).not.toContain(hush);
    }
  });

  it('OPS-04 leaves the end of a terminal, which its processes hear too, to the supervisor', async () => {
    const before = supervisor.pids();
    for (const pid of [...before.api, ...before.analysis]) process.kill(pid, 'SIGHUP');
    expect(before.analysis).toContain((await prove(1)).pid);
    expect(await askApi()).toBe(before.api[0]);
    expect(supervisor.pids()).toEqual(before);
  });

  it('refuses a second server on the same data directory, with one line', async () => {
    await expect(startSupervisor(config, { print: () => undefined, entries })).rejects.toThrow(
      /^Clearframe is already running on .*Stop it, or set DATA_DIR to another folder\.$/,
    );
    expect(await askApi()).toBe(supervisor.pids().api[0]);
  });

  it('OPS-04 replaces an analysis process that crashed and finishes its job', async () => {
    const before = supervisor.pids().analysis;
    const { pid, run } = await prove(2);
    expect(run).toBe(2);
    await until(() => supervisor.pids().analysis.some((now) => !before.includes(now)));
    expect(commandOf(pid)).not.toBeNull();
    expect(printed.join('\n')).toMatch(/The analysis \d process ended by SIGABRT; starting another/);
  });

  it('OPS-03 tells in one place what all its processes count, and which were replaced', async () => {
    const read = async (path: string) => (await fetch(`${supervisor.metricsAddress}${path}`)).text();
    const text = await read('/metrics');
    expect(text).toContain('process{process="api",a="b"} 1');
    expect(text).toMatch(/^clearframe_build_info\{process="supervisor",version="\d+\.\d+\.\d+",revision="\w+"\} 1$/m);
    expect(text).toContain('clearframe_worker_restarts_total{process="supervisor",why="crashed"} 1');
    expect(text).toContain('clearframe_worker_restarts_total{process="supervisor",why="hung"} 0');
    expect(text).toContain('clearframe_process_answering{process="supervisor",name="api"} 1');
    // What stands for an analysis process counts nothing.
    expect(text).toContain('clearframe_process_answering{process="supervisor",name="analysis-2"} 0');
    expect(await read('/metrics/cluster')).toContain('cluster{a="b"} 1');
  });

  it('OPS-04 kills an analysis process that hangs and finishes its job', async () => {
    expect((await prove(3)).run).toBe(2);
    expect(printed.join('\n')).toMatch(/was killed after \d+ s on one job/);
  });

  it('API-04 leaves a job alone for as long as it says that it gets on, and kills it when it falls silent', async () => {
    const started = performance.now();
    expect((await prove(5)).run).toBe(2);
    // It spoke for 6 s, longer than a silent job is given, and was killed 4 s after its last word.
    expect(performance.now() - started).toBeGreaterThan(9_000);
  });

  it('OPS-04 kills an analysis process that grows past its limit and finishes its job', async () => {
    expect((await prove(4)).run).toBe(2);
    expect(printed.join('\n')).toMatch(/was killed at \d+ MB of memory/);
  });

  it('OPS-04 replaces the API process when it is killed', async () => {
    const [killed] = supervisor.pids().api;
    process.kill(killed ?? 0, 'SIGKILL');
    await until(() => supervisor.pids().api[0] !== killed);
    // PORT=0 gives the second one another port, so only its life is looked at here.
    expect(commandOf(supervisor.pids().api[0] ?? 0)).toContain('api-process');
  });

  it.each(['server', 'shell around it'])(
    'OPS-04 starts the database again when its %s is killed, and the work goes on',
    async (which) => {
      const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid');
      const killed = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
      const underWay = randomUUID();
      const runs = async () =>
        (await database.pool.query('select run from proof where media_id = $1 order by run', [underWay])).rows.map(
          ({ run }) => run,
        );
      await queue.add('moderate-media', { mediaId: underWay, attempt: 6 });
      await until(async () => (await runs()).length === 1);
      const parent = Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(killed)], { encoding: 'utf8' }).stdout);
      process.kill(which === 'server' ? killed : parent, 'SIGKILL');
      await until(() => {
        const url = runningPostgresUrl(dataDir);
        return url !== null && Number(readFileSync(pidFile, 'utf8').split('\n')[0]) !== killed;
      });
      const mediaId = randomUUID();
      await until(() => queue.add('moderate-media', { mediaId, attempt: 1 }).catch(() => null));
      await until(
        async () =>
          (await database.pool.query('select 1 from proof where media_id = $1', [mediaId]).catch(() => ({ rows: [] }))).rows[0],
      );
      expect(printed.join('\n')).toContain('The database ended. Restarting it.');
      // The run that ended with the database is no try of its job.
      await until(async () => (await runs().catch(() => [])).length === 2);
      expect(await runs()).toEqual([0, 1]);
    },
  );

  it('leaves nothing behind when it stops', async () => {
    const { api, analysis } = supervisor.pids();
    const postgres = Number(readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
    await queue.stop();
    await database.close();
    await supervisor.stop();
    for (const pid of [...api, ...analysis, postgres]) expect(commandOf(pid)).toBeNull();
    const drained = join(dataDir, 'drained');
    const again = await startSupervisor({ ...config, drainMs: 1 }, { print: () => undefined, limits, entries });
    expect(existsSync(drained)).toBe(false);
    await again.stop();
    // A balancer was told before it was asked to stop.
    expect(readFileSync(drained, 'utf8')).toBe('drain, stop');
  });

  it('OPS-04 hands over what does not end when it stops, and the run is no try of it', async () => {
    const mediaId = randomUUID();
    const start = () => startSupervisor(config, { print: () => undefined, limits: { ...limits, stopMs: 2_000 }, entries });
    /** The run has said that it began, so often. */
    const seeRuns = async (count: number) => {
      const { pool, close } = createDb({ url: runningPostgresUrl(dataDir) ?? '' });
      const runs = () => pool.query('select run from proof where media_id = $1 order by run', [mediaId]);
      const { rows } = await until(async () => {
        const seen = await runs();
        return seen.rows.length === count ? seen : null;
      });
      await close();
      return rows.map(({ run }) => run);
    };
    const first = await start();
    const pool = createPool({ url: runningPostgresUrl(dataDir) ?? '' });
    const jobs = createQueue({ pool, listener: null });
    await jobs.start();
    await jobs.add('moderate-media', { mediaId, attempt: 6 });
    await jobs.stop();
    await pool.close();
    expect(await seeRuns(1)).toEqual([0]);
    await first.stop();
    const second = await start();
    expect(await seeRuns(2)).toEqual([0, 1]);
    await second.stop();
  });
});

describe('a start that cannot go on', () => {
  it('says in one line that the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-port-'));
    const start = startSupervisor(readConfig({ DATA_DIR: dataDir, PORT: String(port) }), { print: () => undefined, entries });
    await expect(start).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken. Stop what uses it, or set PORT to another one.`);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    other.close();
    rmSync(dataDir, { recursive: true });
  });

  it('says that a process does not start, instead of trying for ever', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-broken-'));
    const broken = { api: fixture('no-such-process'), analysis: entries.analysis };
    const start = startSupervisor(readConfig({ DATA_DIR: dataDir, PORT: '0', WORKERS: '1' }), {
      print: () => undefined,
      limits: { ...processLimits, firstPauseMs: 1 },
      entries: broken,
    });
    await expect(start).rejects.toThrow('the api process does not start (ended with 1)');
    expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
    rmSync(dataDir, { recursive: true });
  });

  it('refuses one role alone on the embedded database', async () => {
    await expect(startSupervisor(readConfig({ ROLE: 'worker' }), { print: () => undefined })).rejects.toThrow(
      /ROLE.*DATABASE_URL/,
    );
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../../../e2e/server.ts';
import { startDaemon } from '../../../packages/server/test/engines/start-daemon.ts';
import { uploadUntilTaken } from '../../upload-until-taken.ts';
import { analysisRole, type Fleet } from '../fleet.ts';
import type { Place } from '../network.ts';
import { pictureOf } from '../picture-of.ts';
import { exactly, told } from '../report.ts';
import { ownRoot, runCommand } from '../run-command.ts';
import { type Scenario, scaled } from '../scenario.ts';
import { judge, upload } from '../settle.ts';
import { withFleet } from '../with-fleet.ts';

type Settings = Record<string, string>;

/** The same settings with another database of the same PostgreSQL. */
function onDatabase({ env }: Fleet['engines'], name: string): Settings {
  const changed = Object.entries(env).map(([key, value]) => {
    if (key !== 'DATABASE_URL' && key !== 'DATABASE_DIRECT_URL') return [key, value];
    const url = new URL(value);
    url.pathname = name;
    return [key, url.href];
  });
  return Object.fromEntries(changed);
}

/** Two more databases and buckets: empty ones, and those of another installation. */
async function makeOthers({ engines, pool }: Fleet): Promise<{ [pair: string]: Settings }> {
  for (const name of ['empty', 'second']) {
    await pool.query(`create database ${name}`);
    await engines.gateway.createBucket(name);
  }
  const second = { ...onDatabase(engines, 'second'), S3_BUCKET: 'second' };
  const alone = { ...second, CAPTCHA: 'off', SMTP_URL: '', PUBLIC_URL: '', TRUST_PROXY: '' };
  await (await startServer({ command: 'node', env: alone })).stop();
  return {
    'an empty database, these files': onDatabase(engines, 'empty'),
    'the database of another installation, these files': { ...second, S3_BUCKET: engines.bucket },
    'this database, an empty bucket': { ...engines.env, S3_BUCKET: 'empty' },
    'this database, the bucket of another installation': { ...engines.env, S3_BUCKET: 'second' },
  };
}

/** Whoever has not ended by then was not refused. */
const longestStartMs = 120_000;

/** A machine that is started by mistake. @returns its exit code, and what it said of files and databases */
async function tryToStart(place: Place, role: string, settings: Settings): Promise<{ code: number | null; lines: string[] }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-stranger-'));
  const own = { ROLE: role, HOST: place.address, PORT: '8080', INSTANCE_NAME: 'stranger', DATA_DIR: dataDir };
  const command = [...place.prefix, process.execPath, join(ownRoot, 'packages/server/src/main.ts')];
  const env = { ...process.env, ...settings, ...own };
  const machine = await startDaemon(command, { env, cwd: ownRoot, signal: 'TERM' });
  const inTime = new AbortController();
  const code = await Promise.race([machine.ended, sleep(longestStartMs, null, { signal: inTime.signal }).catch(() => null)]);
  inTime.abort();
  await machine.end();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  return {
    code,
    lines: machine
      .output()
      .split('\n')
      .filter((line) => line !== ''),
  };
}

/** Which two do not belong together, that nothing was changed, and what an operator does. */
const sentence =
  /(?:\bdatabase\b.*\bs3:|\bs3:.*\bdatabase\b).*Nothing was changed\. Check DATABASE_URL and S3_BUCKET\..*clearframe storage adopt/i;

/** Machines and commands that are given the wrong database or the wrong bucket (acceptance OPS-04). */
export const wrongDatabase: Scenario = async ({ size, seed, print }) => {
  const uploads = scaled(200, size, 10);
  return await withFleet({ http: 1, analysis: 1, frames: uploads * 2, seed }, async (fleet) => {
    const { clients, engines, network } = fleet;
    const [client] = clients;
    if (!client) throw new Error('There is no account');
    const send = (key: string) => uploadUntilTaken(client, key, { bytes: pictureOf(key) });
    const keys = Array.from({ length: uploads }, (_, n) => `wrong-${seed}-${n}`);
    const uploading = upload(keys, 3, send);
    await uploading.done;
    await judge(fleet, uploading.ids);
    const pairs = await makeOthers(fleet);
    const before = await engines.gateway.countObjects();
    const place = network.place('stranger');
    let [starts, refused, explained, commands] = [0, 0, 0, 0];
    for (const [pair, settings] of Object.entries(pairs)) {
      for (const role of ['http', 'jobs', analysisRole]) {
        const { code, lines } = await tryToStart(place, role, settings);
        starts += 1;
        if (code !== 0 && code !== null) refused += 1;
        const said = lines.filter((line) => sentence.test(line));
        if (said.length === 1 && !lines.some((line) => /^\s+at /.test(line))) explained += 1;
        else print(`${pair}, ${role}, exit ${code}:\n${lines.join('\n')}`);
      }
      const { code, output } = await runCommand(settings, ['storage', 'check', '--remove']);
      if (code !== 0) commands += 1;
      print(`${pair}: ${output.trim()}`);
    }
    const after = await engines.gateway.countObjects();
    for (const machine of fleet.machines) {
      await machine.leave();
      await machine.start();
    }
    const again = await send(`wrong-${seed}-again`);
    return [
      told('objects in storage', before),
      told('wrong pairs of database and bucket', Object.keys(pairs).length),
      exactly('starts that were refused', refused, starts),
      exactly('refusals in one sentence that says what to do', explained, starts),
      exactly('commands that were refused', commands, Object.keys(pairs).length),
      exactly('objects removed', before - after, 0),
      ...(await judge(fleet, [...uploading.ids, again])),
    ];
  });
};

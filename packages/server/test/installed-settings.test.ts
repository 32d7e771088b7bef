import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { installation, processRow } from '../src/db/schema.ts';
import { startPresence } from '../src/presence/presence.ts';
import { listProcesses } from '../src/presence/processes.ts';
import { agreeOnSettings, withInstalled } from '../src/settings/agree-on-settings.ts';
import { ownSettings } from '../src/settings/installed-settings.ts';
import { readRetentionMax } from '../src/settings/retention-max.ts';
import { readSeller, readSettings } from '../src/settings/settings-row.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';
import { operate } from './helpers/operator.ts';

const key = 'a-key-of-tests-'.repeat(3);
const otherKey = 'another-key-of-tests-'.repeat(2);
const prices = (first: string) =>
  `development=${first},starter=1100.00,growth=1200.00,professional=1300.00,business=1400.00,enterprise=1500.00`;

let test: TestDatabase;
const ending: (() => unknown)[] = [];
beforeEach(async () => {
  test = await createTestDatabase();
  ending.push(() => test.close());
  await test.db.insert(installation).values({ id: crypto.randomUUID() });
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

const shared = {
  DATABASE_URL: 'postgres://u:p@h/d',
  SECRET_KEY: key,
  SMTP_URL: 'smtp://mail.example',
  PUBLIC_URL: 'https://moderation.example',
};
const variables = (changes: Record<string, string> = {}) => ({ ...shared, ROLE: 'http,jobs', INSTANCE_NAME: 'a', ...changes });
const configOf = (changes?: Record<string, string>) => readConfig(variables(changes));

/** As a start does it. */
async function start(changes: Record<string, string> = {}, alone = false): Promise<string[]> {
  const said: string[] = [];
  await agreeOnSettings(test.db, { config: configOf(changes), alone, print: (line) => said.push(line) });
  return said;
}
/** A process of that machine. */
async function runs(changes: Record<string, string> = {}): Promise<void> {
  const config = configOf(changes);
  const { instanceName, roles } = config;
  const settings = ownSettings(config);
  const presence = await startPresence({
    db: test.db,
    role: roles.join(','),
    instance: instanceName ?? '',
    version: '1',
    settings,
  });
  ending.push(() => presence.close());
}
const installedValue = async (name: string) => (await readSettings(test.db))?.values[name];
const otherSettings = async () =>
  (await listProcesses(test.db)).map(({ instance, otherSettings: names }) => ({ instance, names }));

const operator = (args: string[], changes: Record<string, string> = {}) =>
  operate(args, variables({ DATABASE_URL: test.url, ...changes }));

describe('settings of an installation', () => {
  it('OPS-01 OPS-04 are written by the first machine that needs them, and refuse one with others by their names', async () => {
    await start();
    expect(await installedValue('PUBLIC_URL')).toBe('https://moderation.example');
    expect(JSON.stringify(await readSettings(test.db))).not.toContain(key);
    await start({ INSTANCE_NAME: 'b' });
    const other = start({ INSTANCE_NAME: 'b', PLAN_PRICES: prices('20.00'), SECRET_KEY: otherKey });
    await expect(other).rejects.toThrow(
      'PLAN_PRICES, SECRET_KEY: the installation has other values. To compare: clearframe settings show. ' +
        'To use the settings of this machine everywhere: clearframe settings apply',
    );
    await expect(start({ PAYMENTS: 'off', CAPTCHA: 'turnstile', CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' })).rejects.toThrow(
      /^CAPTCHA, CAPTCHA_SITE_KEY: /,
    );
    expect(await installedValue('PLAN_PRICES')).toContain('development=1.00');
  });

  it('OPS-01 OPS-04 are not asked of a machine that does not use them, and it writes nothing for others', async () => {
    await start({ ROLE: 'jobs', MAIL_FROM: 'mail@example.com' });
    expect([await installedValue('MAIL_FROM'), await installedValue('CAPTCHA')]).toEqual(['mail@example.com', undefined]);
    await start({
      ROLE: 'http',
      MAIL_FROM: 'mail@example.com',
      CAPTCHA: 'turnstile',
      CAPTCHA_SITE_KEY: 'k',
      CAPTCHA_SECRET: 's',
    });
    expect(await installedValue('CAPTCHA')).toBe('turnstile');
    await start({ ROLE: 'worker' });
    const worker = configOf({ ROLE: 'worker', PUBLIC_URL: '' });
    await start({ ROLE: 'worker', PUBLIC_URL: '' });
    expect((await withInstalled(worker, test.db)).publicUrl).toBe('https://moderation.example');
    await expect(start({ ROLE: 'worker', PUBLIC_URL: 'https://other.example' })).rejects.toThrow(/^PUBLIC_URL: /);
    await expect(start({ ROLE: 'worker', SECRET_KEY: otherKey })).rejects.toThrow(/^SECRET_KEY: /);
  });

  it('OPS-04 bounds of retention are asked of jobs alone, and the walk reads those of the installation', async () => {
    await start({ ROLE: 'jobs', RETENTION_SAFE_DAYS_MAX: '60' });
    await start({ ROLE: 'http', INSTANCE_NAME: 'b' });
    await expect(start({ INSTANCE_NAME: 'c' })).rejects.toThrow(/^RETENTION_SAFE_DAYS_MAX: /);
    const other = configOf({ RETENTION_SAFE_DAYS_MAX: '30', RETENTION_LOGS_DAYS_MAX: '90' });
    expect(await readRetentionMax(test.db, other)).toEqual({
      safeDays: 60,
      flaggedDays: null,
      resultsDays: null,
      logsDays: null,
    });
    await test.db.update(installation).set({ settings: null });
    expect(await readRetentionMax(test.db, other)).toEqual(other.retentionMax);
  });

  it('PUB-08 OPS-04 machines that answer people have the same legal pages, wherever these lie', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clearframe-legal-'));
    ending.push(() => rm(folder, { recursive: true }));
    const write = async (name: string, terms: string) => {
      const LEGAL_DIR = join(folder, name);
      await mkdir(LEGAL_DIR, { recursive: true });
      await writeFile(join(LEGAL_DIR, 'terms.md'), terms);
      return { LEGAL_DIR };
    };
    const [ours, same, others] = [
      await write('a', '# Ours\n'),
      await write('b', '\uFEFF# Ours\r\n'),
      await write('c', '# Others\n'),
    ];
    await start(ours);
    expect(await installedValue('LEGAL_DIR')).toMatch(/^privacy\.md –, terms\.md [0-9a-f]{16}$/);
    await start({ ...same, INSTANCE_NAME: 'b' });
    await expect(start({ ...others, INSTANCE_NAME: 'c' })).rejects.toThrow(/^LEGAL_DIR: /);
    await expect(start({ INSTANCE_NAME: 'c' })).rejects.toThrow(/^LEGAL_DIR: /);
    await start({ ...others, ROLE: 'jobs', INSTANCE_NAME: 'd' });
    expect((await operator(['settings', 'apply'], others)).out).toMatch(/^LEGAL_DIR: privacy/);
    await start({ ...others, INSTANCE_NAME: 'c' });
  });

  it('TRUST-B7 OPS-04 machines that analyse trust the same signers of Content Credentials, whatever the order of their lists', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clearframe-trust-list-'));
    ending.push(() => rm(folder, { recursive: true }));
    const pem = (word: string) =>
      `-----BEGIN CERTIFICATE-----\n${Buffer.from(word).toString('base64')}\n-----END CERTIFICATE-----\n`;
    const write = async (name: string, words: string[]) => {
      const C2PA_TRUST_LIST = join(folder, name);
      await writeFile(C2PA_TRUST_LIST, `# ${name}\n${words.map(pem).join('')}`);
      return { C2PA_TRUST_LIST };
    };
    const [ours, same, others] = [await write('a', ['one', 'two']), await write('b', ['two', 'one']), await write('c', ['one'])];
    await start({ INSTANCE_NAME: 'api' });
    expect(await installedValue('C2PA_TRUST_LIST')).toBeUndefined();
    await start({ ...ours, ROLE: 'worker' });
    expect(await installedValue('C2PA_TRUST_LIST')).toMatch(/^2 certificates [0-9a-f]{16}$/);
    await start({ ...same, ROLE: 'pictures', INSTANCE_NAME: 'b' });
    await expect(start({ ...others, ROLE: 'worker', INSTANCE_NAME: 'c' })).rejects.toThrow(/^C2PA_TRUST_LIST: /);
    await expect(start({ ROLE: 'videos', INSTANCE_NAME: 'c' })).rejects.toThrow(/^C2PA_TRUST_LIST: /);
    await start({ ...others, ROLE: 'jobs', INSTANCE_NAME: 'd' });
  });

  it('OPS-01 an empty row is left to machines that serve: one that analyses starts without it', async () => {
    await start({ ROLE: 'worker' });
    expect(await readSettings(test.db)).toBeNull();
    await expect(test.db.transaction((tx) => readSeller(tx))).rejects.toThrow('Run: clearframe settings apply');
  });

  it('OPS-01 follow the environment of one machine that does everything, as long as it is the only one', async () => {
    const all = { ROLE: 'all' };
    await start(all);
    await start({ ...all, PLAN_PRICES: prices('20.00') }, true);
    expect(await installedValue('PLAN_PRICES')).toContain('development=20.00');
    // On a PostgreSQL of its own, where others could be. Its own processes of a moment ago are no others.
    await runs({ ...all, PLAN_PRICES: prices('20.00') });
    expect(await start(all)).toEqual(['This is the only machine, so the installation now uses its settings: PLAN_PRICES.']);
    await runs({ INSTANCE_NAME: 'b' });
    await expect(start({ ...all, PLAN_PRICES: prices('30.00') })).rejects.toThrow(/^PLAN_PRICES: /);
    expect(await otherSettings()).toContainEqual({ instance: 'a', names: ['PLAN_PRICES'] });
  });

  it('OPS-04 of two that do everything and start at once, one is refused', async () => {
    const both = ['20.00', '21.00'].map((first, place) =>
      start({ ROLE: 'all', INSTANCE_NAME: `m${place}`, PLAN_PRICES: prices(first) }),
    );
    const ends = await Promise.allSettled(both);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    // Later than any start takes, with nobody there, the other one is alone.
    await test.db.execute(
      sql`update installation set settings = settings || jsonb_build_object('at', now() - interval '3 minutes')`,
    );
    await start({ ROLE: 'all', INSTANCE_NAME: 'm2', PLAN_PRICES: prices('22.00') });
    expect(await installedValue('PLAN_PRICES')).toContain('development=22.00');
  });

  it('SUB-04 OPS-04 are what the next invoice says of its seller, whatever this process started with', async () => {
    await start({ INVOICE_SELLER_NAME: 'Old Ltd', INVOICE_SELLER_ADDRESS: 'Street 1|Town' });
    expect(await test.db.transaction(readSeller)).toEqual({ name: 'Old Ltd', address: 'Street 1\nTown', taxNumber: null });
    await operator(['settings', 'apply'], { INVOICE_SELLER_NAME: 'New Ltd' });
    expect(await test.db.transaction(readSeller)).toEqual({ name: 'New Ltd', address: null, taxNumber: null });
  });
});

describe('clearframe settings', () => {
  it('OPS-01 OPS-04 apply makes them hold for all, says who has others until it is restarted, and is recorded', async () => {
    await start();
    await runs();
    await runs({ ROLE: 'worker', INSTANCE_NAME: 'c' });
    const changes = { INSTANCE_NAME: 'b', PLAN_PRICES: prices('20.00') };
    const applied = await operator(['settings', 'apply'], changes);
    expect(applied).toMatchObject({ code: 0, errors: '' });
    expect(applied.out).toMatch(/^PLAN_PRICES: development=1\.00,.* → development=20\.00,/);
    expect(applied.out).toMatch(/until you restart them: a\.$/);
    await start(changes);
    await expect(start()).rejects.toThrow(/^PLAN_PRICES: /);
    expect(await otherSettings()).toEqual([
      { instance: 'a', names: ['PLAN_PRICES'] },
      { instance: 'c', names: [] },
    ]);
    expect((await operator(['processes'], changes)).out).toMatch(/^http,jobs .* restart it for PLAN_PRICES$/m);
    const log = (await operator(['log'], changes)).out;
    expect(log).toContain('settings apply');
    expect(log).toContain('development=20.00');
    expect((await operator(['settings', 'apply'], changes)).out).toContain('Nothing changed.');
    expect((await operator(['settings', 'apply'], { ROLE: 'worker' })).errors).toContain('Nothing was changed.');
  });

  it('SEC-08 OPS-04 apply refuses another key unless the old one is listed, or said to be lost', async () => {
    await start();
    const refused = await operator(['settings', 'apply'], { SECRET_KEY: otherKey });
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('settings apply --new-key')]);
    await start();
    expect((await operator(['settings', 'apply'], { SECRET_KEY: otherKey, SECRET_KEY_PREVIOUS: key })).code).toBe(0);
    await expect(start()).rejects.toThrow(/^SECRET_KEY: /);
    const lost = await operator(['settings', 'apply', '--new-key']);
    expect([lost.code, lost.out]).toEqual([0, expect.stringContaining('SECRET_KEY: another key → the key of this machine')]);
    const log = await operator(['log']);
    for (const text of [lost.out, log.out]) for (const secret of [key, otherKey]) expect(text).not.toContain(secret);
  });

  it('OPS-01 show says what differs here, and no secret', async () => {
    expect((await operator(['settings', 'show'])).out).toContain('No machine has set them yet.');
    await start({ INVOICE_SELLER_ADDRESS: 'Street 1|Town' });
    const same = await operator(['settings', 'show'], { INVOICE_SELLER_ADDRESS: 'Street 1|Town' });
    expect(same).toMatchObject({ code: 0, errors: '' });
    expect(same.out).toMatch(/^INVOICE_SELLER_ADDRESS {2,}Street 1 \| Town\n +here: the same$/m);
    const other = await operator(['settings', 'show'], { SECRET_KEY: otherKey, MAIL_FROM: 'b@example.com' });
    expect(other.code).toBe(1);
    expect(other.out).toMatch(/^SECRET_KEY +a key\n +DIFFERS here: another key$/m);
    expect(other.out).toMatch(/DIFFERS here: b@example\.com$/m);
    expect(other.out).toMatch(/^Written .* by the start of a\.$/m);
    expect(other.out).not.toContain(otherKey);
    const usage = await operator(['settings', 'show', 'now']);
    expect(usage).toMatchObject({ code: 2, errors: expect.stringContaining('settings takes show or apply') });
  });

  it('OPS-04 keeps what a newer version says beside ours, and reads processes that say nothing', async () => {
    await start();
    await test.db.execute(sql`update installation set settings = jsonb_set(settings, '{values,NEWER}', '"x"')`);
    await operator(['settings', 'apply'], { MAIL_FROM: 'b@example.com' });
    expect([await installedValue('NEWER'), await installedValue('MAIL_FROM')]).toEqual(['x', 'b@example.com']);
    await runs({ MAIL_FROM: 'b@example.com' });
    await test.db.update(processRow).set({ settings: null }).where(eq(processRow.instance, 'a'));
    expect(await otherSettings()).toEqual([{ instance: 'a', names: [] }]);
  });
});

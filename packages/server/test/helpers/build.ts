import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createApp } from '../../src/app.ts';
import type { Clock } from '../../src/clock.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { Context } from '../../src/context.ts';
import { createContext } from '../../src/create-context.ts';
import { requestReset } from '../../src/jobs/request-reset.ts';
import { sendMail } from '../../src/jobs/send-mail.ts';
import { createLog } from '../../src/log.ts';
import { listOutbox, readOutbox } from '../../src/mail/outbox.ts';
import { type ReadableMail, readMail } from '../../src/mail/read-mail.ts';
import { joinInstallation } from '../../src/objects/installation.ts';
import { settingsOf } from '../../src/settings/installed-settings.ts';
import { writeSettings } from '../../src/settings/settings-row.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export type TestClock = Clock & { advance(ms: number): void };

/** A clock that starts now and moves only when told to. */
export function createTestClock(): TestClock {
  let now = Date.now();
  return {
    now: () => new Date(now),
    advance: (ms) => {
      now += ms;
    },
  };
}

export type BuildOptions = {
  /** Over the defaults: captcha off, silent log, local mode. */
  config?: Partial<Config>;
  /** Parts to put in the place of the real ones. */
  parts?: Partial<Context>;
  /** Gets every line of the log; the level is then debug. */
  onLog?: (line: string) => void;
  /** Sends queued mails to the outbox while the test runs. Default true. */
  mails?: boolean;
};

export type Built = {
  app: Awaited<ReturnType<typeof createApp>>;
  context: Context;
  database: TestDatabase;
  clock: TestClock;
  dataDir: string;
  /** Starts sending queued mails, for `mails: false`. */
  sendMails(): Promise<void>;
  /** Mails of the outbox, newest first. */
  outbox(): Promise<ReadableMail[]>;
  /** Waits until there are at least so many mails to this address. Newest first. */
  mailsTo(address: string, count?: number): Promise<ReadableMail[]>;
  close(): Promise<void>;
};

/** A whole server, without a port, on a database and a data folder of its own. */
export async function build({ config, parts, onLog, mails = true }: BuildOptions = {}): Promise<Built> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'clearframe-server-'));
  const clock = createTestClock();
  const full: Config = {
    ...readConfig({
      DATA_DIR: dataDir,
      CAPTCHA: 'off',
      VIDEO_TOOLS: 'off',
      LOG_FORMAT: 'text',
      LOG_LEVEL: onLog ? 'debug' : 'silent',
    }),
    databaseUrl: database.pooledUrl,
    directUrl: database.url,
    ...config,
  };
  const log = createLog(full, 'test', onLog);
  const confinement = inject('confinement');
  const context: Context = {
    ...(await createContext(full, { clock, log, name: 'test', confinement, isStrict: true })),
    ...parts,
  };
  // As the start does it, before anything may remove a file.
  await joinInstallation(
    { db: database.db, storage: context.storage },
    {
      database: 'The test',
      storage: dataDir,
      variable: 'DATA_DIR',
    },
  );
  await database.db.transaction((tx) => writeSettings(tx, null, settingsOf(full), 'test'));
  // Built or not, the pages are none of theirs: 300 files for each server.
  const app = await createApp(context, join(dataDir, 'no-pages'));
  await app.ready();
  const sendMails = async () => {
    await context.queue.work('request-reset', {}, (payload, run) => requestReset.run(context, payload, run));
    await context.queue.work('send-mail', {}, (payload, run) => sendMail.run(context, payload, run));
  };
  if (mails) await sendMails();
  const outbox = async (): Promise<ReadableMail[]> => {
    const names = await listOutbox(dataDir);
    const sources = await Promise.all(names.map((name) => readOutbox(dataDir, name)));
    return sources.filter((source) => source !== null).map(readMail);
  };
  return {
    app,
    context,
    database,
    clock,
    dataDir,
    outbox,
    sendMails,
    async mailsTo(address, count = 1) {
      for (;;) {
        const found = (await outbox()).filter((mail) => mail.to.toLowerCase() === address.toLowerCase());
        if (found.length >= count) return found;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async close() {
      await app.close();
      await context.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

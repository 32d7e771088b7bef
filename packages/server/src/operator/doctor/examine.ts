import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { createDb, type Db, type DbHandle } from '../../db/client.ts';
import { runningPostgresUrl } from '../../db/embedded-postgres.ts';
import { requireAnnouncements } from '../../db/require-announcements.ts';
import { sideNames } from '../../objects/side-names.ts';
import { productVersion } from '../../presence/product-version.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { checkBloat } from './bloat.ts';
import { bounded } from './bounded.ts';
import { checkBucket } from './bucket.ts';
import { checkFacts, checkLimits, checkMigrations, checkMonths } from './database.ts';
import { checkDataFolder, checkStorage } from './files.ts';
import { type Finding, fault, ok, warning, wordsOf } from './finding.ts';
import { checkDatabaseMove, checkInstallation, checkMove } from './installation.ts';
import { checkLastBackup } from './last-backup.ts';
import { checkConnections, checkTransactions, judgeStandby, readStandby } from './load.ts';
import { checkMachine } from './machine.ts';
import { checkProcesses } from './running.ts';
import { checkInstalledSettings, checkMail, checkPublicUrl, checkRole, checkSealed, checkSecretKey } from './settings.ts';

/** How long one check may take. What it asks of others ends before. */
const usualLimitMs = 15_000;
const statementMs = 8_000;
const s3Limits = { connectMs: 2_000, silentMs: 5_000, requestMs: 10_000 };
/** Connections that nobody answers are left behind. */
const closeMs = 2_000;

type Work = () => Promise<Finding[]>;

/** A table or column that a waiting migration makes. */
function isUnmade(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause && (cause.code === '42P01' || cause.code === '42703');
}

const isFine = (findings: readonly Finding[]): boolean => findings.every(({ level }) => level !== 'fault');

/** Where the database answers, or why there is nothing to ask: the embedded one is not started for this. */
function addressOf({ databaseUrl, dataDir }: Config): { url: string } | { url: null; why: Finding } {
  const start = 'Start the server, and run this again.';
  try {
    const url = databaseUrl ?? runningPostgresUrl(dataDir);
    if (url !== null) return { url };
    return { url, why: warning('database', `The built-in database in ${dataDir} does not run, so it was not checked.`, start) };
  } catch (error) {
    return { url: null, why: fault('database', wordsOf(error), "Run this as the server's user.") };
  }
}

/**
 * Every check of this set-up, in the order in which they are told. Nothing is changed but a probe that storage is given and that goes
 * again. All run side by side; what needs the database is left out where it does not answer.
 */
export async function examine(config: Config, limitMs = usualLimitMs): Promise<Finding[]> {
  const within = (check: string, mend: string, work: Work) => bounded({ check, mend, work }, limitMs);
  const address = addressOf(config);
  const { url } = address;
  const names = sideNames({ ...config, databaseUrl: url });
  const storage = await openStorage(config, s3Limits);
  const handle = url === null ? null : createDb({ url, name: 'clearframe doctor', max: 4, statementMs });

  const reachMend =
    config.databaseUrl === null
      ? "Look at the server's log, and restart it."
      : 'Check that it runs, and the address, user and password of DATABASE_URL.';
  const reach = async ({ db }: DbHandle) => {
    try {
      return await checkFacts(db);
    } catch (error) {
      throw new Error(`${names.database} does not answer: ${wordsOf(error)}`);
    }
  };
  const reached =
    handle === null ? Promise.resolve('why' in address ? [address.why] : []) : within('database', reachMend, () => reach(handle));
  const inDatabase = async (check: string, mend: string, work: (db: Db) => Promise<Finding[]>): Promise<Finding[]> => {
    if (handle === null || (await reached).some((one) => one.check === 'database')) return [];
    return within(check, mend, async () => {
      try {
        return await work(handle.db);
      } catch (error) {
        if (isUnmade(error)) return [];
        throw error;
      }
    });
  };
  const rights = 'Check the rights of the role in DATABASE_URL.';
  const storageMend = `Check ${names.variable}, and that the server may write, read and remove files there.`;
  const stored = within('storage', storageMend, () => checkStorage(config, storage));
  const directMend = 'Set DATABASE_DIRECT_URL to an address that reaches PostgreSQL itself.';

  try {
    const groups = await Promise.all([
      checkRole(config),
      within('secret key', 'Put the key back from a copy. See docs/secret-key.md.', () => checkSecretKey(config)),
      inDatabase('sealed rows', rights, (db) => checkSealed(config, db)),
      reached,
      inDatabase('announcements', directMend, async () => {
        await requireAnnouncements(url ?? '', config.directUrl);
        return [ok('announcements', 'What is announced in the database is heard.')];
      }),
      inDatabase('database tables', rights, checkMigrations),
      inDatabase('months of tables', rights, checkMonths),
      inDatabase('time limits', rights, checkLimits),
      inDatabase('connections', rights, checkConnections),
      inDatabase('longest transaction', rights, checkTransactions),
      inDatabase('dead rows', rights, checkBloat),
      inDatabase('synchronous standby', rights, async (db) => {
        const standby = await readStandby(db);
        return standby ? [judgeStandby(standby, config.role !== 'all')] : [];
      }),
      stored,
      stored.then((found) => (isFine(found) ? within('bucket', storageMend, () => checkBucket(config, s3Limits)) : [])),
      stored.then((found) =>
        isFine(found) ? inDatabase('installation', rights, (db) => checkInstallation({ db, storage }, names)) : [],
      ),
      inDatabase('installation settings', rights, (db) => checkInstalledSettings(config, db)),
      inDatabase('database move', rights, (db) => checkDatabaseMove(db, names)),
      inDatabase('storage move', rights, (db) => checkMove(config, db)),
      inDatabase('last backup', rights, (db) => checkLastBackup(db, config.localMode)),
      inDatabase('processes', rights, (db) => checkProcesses(db, productVersion())),
      within('mail', 'Check SMTP_URL: host, port, user, password and certificate.', () => checkMail(config)),
      within('public address', 'Check PUBLIC_URL.', () => checkPublicUrl(config)),
      within('decoders', 'See docs/security.md.', () => checkMachine(config)),
      within('data folder', 'Check DATA_DIR and the disk that it lies on.', () => checkDataFolder(config)),
    ]);
    return groups.flat();
  } finally {
    await Promise.race([handle?.close(), sleep(closeMs, undefined, { ref: false })]);
  }
}

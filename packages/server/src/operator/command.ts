import { parseArgs } from 'node:util';
import type { LegalHoldChange } from '../moderation/item/legal-hold.ts';
import type { Grant } from './grant.ts';

/** Wrong words on the command line: the message, and how it is meant. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const operatorUsage = `Usage: clearframe grant EMAIL FRAMES --reason TEXT
       clearframe hold MEDIA_ID --reason TEXT
       clearframe release MEDIA_ID --reason TEXT
       clearframe holds
       clearframe two-step off EMAIL --reason TEXT
       clearframe processes
       clearframe doctor [--json]
       clearframe log [--last NUMBER] [--json]
       clearframe backup PLACE [--database-only]
       clearframe restore [PLACE] [--check-only]
       clearframe retention show [EMAIL]
       clearframe retention set EMAIL [--safe-days DAYS] [--flagged-days DAYS] [--results-days DAYS] [--logs-days DAYS] --reason TEXT
       clearframe move-database postgres://USER:PASSWORD@HOST/DATABASE
       clearframe move-database --undo [--confirm]
       clearframe migrate [--apply-settings]
       clearframe settings show
       clearframe settings apply [--new-key]
       clearframe reseal
       clearframe queue show
       clearframe queue retry analyses
       clearframe queue retry deliveries [WEBHOOK_ID]
       clearframe storage adopt
       clearframe storage check [--remove [--confirm NUMBER]]
       clearframe storage move [--finish [--confirm NUMBER]]
       clearframe storage extract KEY FOLDER
       clearframe quarantine list
       clearframe quarantine restore [KEY]
       clearframe quarantine purge [--confirm NUMBER]

grant     Gives the account of EMAIL that many frames for one month, beside what it has.
          The reason is kept in the ledger.
hold      Withholds an item: nothing deletes it, and no preview or original is served (docs/operator-duties.md).
release   Lifts the hold. Both reasons stay on the item, both acts in the security log.
holds     Lists what is held.
two-step  Turns two-step sign-in off for a person who lost app and recovery codes. Make sure who asks. The reason is kept in
          the security log, which the person sees.
processes
          Lists the processes on every machine that use this database, and says which kind is missing.
doctor    Checks database, files, settings and this machine, and changes nothing. Each line says what to do. Ends with 1 on a fault,
          not on a warning.
log       Shows what operators changed by these commands: when, who, what and why. Nothing changes or removes an entry.
backup    Copies database and files to PLACE while the server runs: an empty folder, or s3://bucket/folder. One that was cut off
          goes on when it is started again. With --database-only, copy the files yourself.
restore   Puts a backup into an empty database and empty storage, and says what does not add up. --check-only reads the backup and
          changes nothing; without PLACE it compares the database and files of this server.
retention
          show lists for how many days accounts keep items, results and logs. set changes what you name, for the account of EMAIL:
          a number of days, or forever. What is older goes once a day, for good. Items under legal hold stay.
move-database
          Copies all rows into an empty database, compares them, and prints what to set. Uploads get 503 meanwhile; then no server
          starts on this one any more. --undo opens it again after a move that was cut off, --confirm also after one that ended.
migrate   Makes the tables, or brings them up to this version, for machines whose starts wait for that (MIGRATE=wait).
          --apply-settings does settings apply afterwards.
settings  show compares what all machines of the installation have in common with what is set here. apply makes what is set
          here hold for all: restart the machines after it. --new-key, where the old SECRET_KEY is lost.
reseal    Seals what lies in the database under SECRET_KEY, so that a key of SECRET_KEY_PREVIOUS is needed no more
          (docs/secret-key.md). May be repeated.
queue     show tells what waits, runs and failed, by queue and by webhook. retry analyses has uploads analysed again whose analysis
          failed; each is charged once. retry deliveries sends the events again that a webhook was given up on.
storage   adopt joins this database and its files by hand, when a start refuses them. check compares both, and goes
          on where it stopped; --remove moves files that the database does not know to the quarantine. move copies files from
          STORAGE_PREVIOUS to STORAGE, and goes on where it stopped; --finish ends that once all are there. extract writes
          the files of one object into FOLDER: a picture's original and its copies lie in one.
quarantine
          Lists the files there, puts them back, or removes them before their 7 days are over.

Reads DATABASE_URL, or DATA_DIR (default ./data).`;

/** Most that one grant gives: the counters are 32 bits wide and several grants add up. */
const framesMax = 100_000_000;
const reasonMaxLength = 200;

/** @throws UsageError with the sentence for the operator */
export function parseGrant(args: readonly string[]): Grant {
  const { values, positionals } = readArgs(args);
  const [command, email, frames, ...rest] = positionals;
  if (command !== 'grant') throw new UsageError(command ? `There is no command "${command}".` : 'A command is missing.');
  if (!email || !frames || rest.length > 0) throw new UsageError('grant takes an email address and a number of frames.');
  if (!/^[1-9]\d*$/.test(frames) || Number(frames) > framesMax)
    throw new UsageError(`FRAMES: "${frames}" is not accepted: a whole number from 1 to ${framesMax}.`);
  const reason = reasonOf(values.reason, 'say in a few words why the frames are given');
  return { email, frames: Number(frames), reason };
}

/** @throws UsageError */
export function parseLegalHold(args: readonly string[]): LegalHoldChange {
  const { values, positionals } = readArgs(args);
  const [command = '', mediaId = '', ...rest] = positionals;
  if (mediaId === '' || rest.length > 0) throw new UsageError(`${command} takes the id of an item.`);
  if (!uuid.test(mediaId))
    throw new UsageError(`MEDIA_ID: "${mediaId}" is not accepted: an id as the item's page has it in its address.`);
  return { mediaId: mediaId.toLowerCase(), reason: reasonOf(values.reason, 'say in a few words why') };
}

/** @throws UsageError */
export function parseTwoStepOff(args: readonly string[]): { email: string; reason: string } {
  const { values, positionals } = readArgs(args);
  const [, action, email, ...rest] = positionals;
  if (action !== 'off' || !email || rest.length > 0) throw new UsageError('two-step takes the word off and an email address.');
  return { email, reason: reasonOf(values.reason, 'say in a few words why, and how you made sure who asked') };
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function reasonOf(given: string | undefined, missing: string): string {
  const reason = given?.trim() ?? '';
  if (reason === '') throw new UsageError(`--reason is missing: ${missing}.`);
  if (reason.length > reasonMaxLength) throw new UsageError(`--reason has at most ${reasonMaxLength} characters.`);
  return reason;
}

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { reason: { type: 'string' } } });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

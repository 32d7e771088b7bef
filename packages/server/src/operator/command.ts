import { parseArgs } from 'node:util';
import { operatorLimits } from '@clearframe/contract';
import type { Grant } from '../console/grant.ts';
import type { LegalHoldChange } from '../moderation/item/legal-hold.ts';

/** Wrong words on the command line: the message, and how it is meant. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const operatorUsage = `Usage: clearframe grant EMAIL FRAMES --reason TEXT
       clearframe hold MEDIA_ID --reason TEXT
       clearframe release MEDIA_ID --reason TEXT
       clearframe holds
       clearframe two-step off EMAIL --reason TEXT
       clearframe operator add|remove EMAIL
       clearframe operator list
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

grant     Gives the account of EMAIL frames for one month, on top of its own. The ledger keeps the reason.
hold      Withholds an item: nothing deletes it, and no preview or original is served (docs/operator-duties.md).
release   Lifts the hold. Both reasons stay on the item, and both actions in the security log.
holds     Lists the held items.
two-step  Turns off two-step sign-in for a person without app and recovery codes. Verify who asks. The person sees the reason
          in the security log.
operator  Lets a person open the operator console at /operator, or no longer. They need two-step sign-in. list names them.
processes
          Lists the processes on every machine that use this database, and names missing kinds.
doctor    Checks database, files, settings and this machine, and changes nothing. Each line says what to do. Exits with 1 on a
          fault, not on a warning.
log       Shows changes by these commands: when, who, what and why. Nothing changes or removes an entry.
backup    Copies database and files to PLACE while the server runs: an empty folder, or s3://bucket/folder. Run it again to
          continue an interrupted backup. With --database-only, copy the files yourself.
restore   Puts a backup into an empty database and empty storage, and reports differences. --check-only reads the backup and
          changes nothing. Without PLACE, it compares the database and files of this server.
retention
          show lists how many days accounts keep items, results and logs. set changes the given ones for the account of EMAIL:
          a number of days, or forever. Older data is removed once a day. Items under legal hold stay.
move-database
          Copies all rows into an empty database, compares them, and prints the new settings. Uploads get 503 meanwhile.
          Afterwards no server starts on the old database. --undo reopens it after an interrupted move, with --confirm also
          after a finished one.
migrate   Creates the tables, or updates them to this version, for machines with MIGRATE=wait. --apply-settings also runs
          settings apply.
settings  show compares the settings that all machines share with those here. apply uses those here for all machines: restart
          them afterwards. Use --new-key if the old SECRET_KEY is lost.
reseal    Encrypts the database's secrets with SECRET_KEY, so you can remove keys from SECRET_KEY_PREVIOUS (docs/secret-key.md).
          You can repeat it.
queue     show counts waiting, running and failed work, by queue and by webhook. retry analyses repeats failed analyses; each
          is charged once. retry deliveries sends given-up events again.
storage   adopt joins this database and its files when the server does not start with them. check compares both, and continues
          where it stopped; --remove quarantines files that the database does not know. move copies files from STORAGE_PREVIOUS
          to STORAGE, and continues where it stopped; --finish ends it once every file is there. extract writes the files of
          one object into FOLDER: a picture's original and its copies share one.
quarantine
          Lists the files there, restores them, or removes them before their 7 days are over.

Reads DATABASE_URL, or DATA_DIR (default ./data).`;

const framesMax = operatorLimits.framesMax;
const reasonMaxLength = operatorLimits.reasonMaxLength;

/** @throws UsageError with the sentence for the operator */
export function parseGrant(args: readonly string[]): Grant {
  const { values, positionals } = readArgs(args);
  const [command, email, frames, ...rest] = positionals;
  if (command !== 'grant') throw new UsageError(command ? `Unknown command "${command}".` : 'Name a command.');
  if (!email || !frames || rest.length > 0) throw new UsageError('grant takes an email address and a number of frames.');
  if (!/^[1-9]\d*$/.test(frames) || Number(frames) > framesMax)
    throw new UsageError(`FRAMES: "${frames}" is not accepted: a whole number from 1 to ${framesMax}.`);
  const reason = reasonOf(values.reason, 'say briefly why you give frames');
  return { email, frames: Number(frames), reason };
}

/** @throws UsageError */
export function parseLegalHold(args: readonly string[]): LegalHoldChange {
  const { values, positionals } = readArgs(args);
  const [command = '', mediaId = '', ...rest] = positionals;
  if (mediaId === '' || rest.length > 0) throw new UsageError(`${command} takes the id of an item.`);
  if (!uuid.test(mediaId))
    throw new UsageError(`MEDIA_ID: "${mediaId}" is not accepted: use the id from the address of the item's page.`);
  return { mediaId: mediaId.toLowerCase(), reason: reasonOf(values.reason, 'say briefly why') };
}

/** @throws UsageError */
export function parseTwoStepOff(args: readonly string[]): { email: string; reason: string } {
  const { values, positionals } = readArgs(args);
  const [, action, email, ...rest] = positionals;
  if (action !== 'off' || !email || rest.length > 0) throw new UsageError('two-step takes the word off and an email address.');
  return { email, reason: reasonOf(values.reason, 'say briefly why, and how you verified who asked') };
}

export type PeopleCommand = { action: 'list' } | { action: 'add' | 'remove'; email: string };

/** @throws UsageError */
export function parsePeople(args: readonly string[]): PeopleCommand {
  const [, action, email, ...rest] = readArgs(args).positionals;
  if (action === 'list' && email === undefined) return { action };
  if ((action === 'add' || action === 'remove') && email && rest.length === 0) return { action, email };
  throw new UsageError('operator takes the word add or remove and an email address, or the word list.');
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

import { ConfigError, readConfig } from '../config.ts';
import { grantFrames } from '../console/grant.ts';
import { recordAct } from '../console/operator-log.ts';
import { backup } from './backup/backup.ts';
import { restore } from './backup/restore.ts';
import { operatorUsage, parseGrant, UsageError } from './command.ts';
import { doctor } from './doctor/doctor.ts';
import { changeLegalHold, holds } from './legal-hold.ts';
import { log } from './log.ts';
import { migrate } from './migrate.ts';
import { moveDatabase } from './move-database/move-database.ts';
import { openOperatorDatabase } from './operator-database.ts';
import { people } from './people.ts';
import { processes } from './processes.ts';
import { quarantine } from './quarantine.ts';
import { queue } from './queue-command.ts';
import { reseal } from './reseal.ts';
import { retention } from './retention.ts';
import type { OperatorOutput, Run } from './run.ts';
import { settings } from './settings-command.ts';
import { storage } from './storage.ts';
import { twoStepOff } from './two-step.ts';

const grant: Run = async (args, env, { print, complain }) => {
  const wanted = parseGrant(args);
  const { close, db, live } = await openOperatorDatabase(readConfig(env));
  try {
    const granted = await db.transaction(async (tx) => {
      const given = await grantFrames({ db: tx, live }, wanted, new Date());
      const { frames, reason } = wanted;
      if (given) await recordAct(tx, { action: 'grant', subject: `account ${given.accountId}`, reason, detail: { frames } });
      return given;
    });
    if (!granted) {
      complain(`There is no account with the address ${wanted.email}.`);
      return 1;
    }
    const until = granted.endsAt.toISOString().slice(0, 10);
    print(`Granted ${wanted.frames} frames to ${wanted.email} until ${until}: ${wanted.reason}`);
    print(`The account has ${granted.framesLeft} frames left now.`);
    return 0;
  } finally {
    await close();
  }
};

/** What `clearframe` hands over to here. */
const commands: Record<string, Run> = {
  grant,
  hold: changeLegalHold(true),
  release: changeLegalHold(false),
  holds,
  'two-step': twoStepOff,
  operator: people,
  processes,
  doctor,
  log,
  migrate,
  reseal,
  storage,
  quarantine,
  backup,
  restore,
  settings,
  queue,
  retention,
  'move-database': moveDatabase,
};

/**
 * A command of whoever runs the machine.
 * @param args what follows the program's name, such as `grant ada@example.com 500 --reason "load test"`
 * @param env the variables to read instead of the process's own
 * @returns the exit code: 0 done, 1 not done, 2 wrongly written
 */
export async function runOperator(args: readonly string[], output: OperatorOutput, env?: Parameters<Run>[1]): Promise<number> {
  if (args.includes('--help') || args.length === 0) {
    output.print(operatorUsage);
    return args.length === 0 ? 2 : 0;
  }
  try {
    // What is no command is told so by the first one's reader.
    return await (commands[args[0] ?? ''] ?? grant)(args, env, output);
  } catch (error) {
    const usage = error instanceof UsageError;
    output.complain(usage ? `${error.message}\n\n${operatorUsage}` : sentenceOf(error));
    return usage ? 2 : 1;
  }
}

/** What went wrong as the operator can read it: a failed query hides its cause, a failed connection has only a code. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A sentence for operators by itself.
  if (error instanceof ConfigError) return error.message;
  const cause = error.cause instanceof Error ? error.cause : error;
  if (!('code' in cause)) return cause.message;
  return `The database could not be used: ${cause.message || String(cause.code)}`;
}

import { readConfig } from '../config.ts';
import { listProcesses, type ProcessSeen } from '../presence/processes.ts';
import { UsageError } from './command.ts';
import { openOperatorDatabase } from './operator-database.ts';
import type { OperatorOutput, Run } from './run.ts';

/** Without one of each kind nothing is answered, or nothing is analysed. */
const needed = [
  { role: 'api', sentence: 'No API process is there: nobody answers.' },
  { role: 'analysis', sentence: 'No analysis process is there: uploads wait.' },
] as const;

function line({ role, instance, version, startedAt, silentSeconds, isThere }: ProcessSeen): string {
  const state = isThere ? `seen ${silentSeconds} s ago` : `silent for ${silentSeconds} s`;
  return [role.padEnd(9), instance, version, `since ${startedAt.toISOString()}`, state].join('  ');
}

/** Kinds of which none is there, each as a sentence. */
export const missingKinds = (processes: readonly ProcessSeen[]): string[] =>
  needed.filter(({ role }) => !processes.some((one) => one.role === role && one.isThere)).map(({ sentence }) => sentence);

/** @returns 1 when a kind of process is missing */
function tell(processes: readonly ProcessSeen[], { print, complain }: OperatorOutput): number {
  for (const one of processes) print(line(one));
  const missing = missingKinds(processes);
  for (const sentence of missing) complain(sentence);
  return missing.length === 0 ? 0 : 1;
}

/** `clearframe processes`: what works on this database, on every machine. */
export const processes: Run = async (args, env, output) => {
  if (args.length > 1) throw new UsageError('processes takes nothing more.');
  const { close, db } = await openOperatorDatabase(readConfig(env));
  try {
    return tell(await listProcesses(db), output);
  } finally {
    await close();
  }
};

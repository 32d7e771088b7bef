import { readConfig } from '../config.ts';
import type { MachineRole } from '../config-roles.ts';
import { listProcesses, type ProcessSeen, rolesOfProcess } from '../presence/processes.ts';
import { UsageError } from './command.ts';
import { openOperatorDatabase } from './operator-database.ts';
import type { OperatorOutput, Run } from './run.ts';

/** Without one of each something waits, or nobody answers. */
const needed = [
  { role: 'http', sentence: 'No http process runs: nobody answers requests.' },
  { role: 'jobs', sentence: 'No jobs process runs: emails, webhooks and exports wait.' },
  { role: 'pictures', sentence: 'No pictures process runs: pictures wait.' },
  { role: 'videos', sentence: 'No videos process runs: videos wait.' },
] as const satisfies readonly { role: MachineRole; sentence: string }[];

function line({ role, instance, version, startedAt, silentSeconds, isThere, isReplaced, otherSettings }: ProcessSeen): string {
  const silent = `silent for ${silentSeconds} s${isReplaced ? ', another took its place' : ''}`;
  const state = isThere ? `seen ${silentSeconds} s ago` : silent;
  const older = isThere && otherSettings.length > 0 ? [`restart it for ${otherSettings.join(', ')}`] : [];
  return [role.padEnd(15), instance, version, `since ${startedAt.toISOString()}`, state, ...older].join('  ');
}

/** Roles that no process has, each as a sentence. */
export const missingRoles = (processes: readonly ProcessSeen[]): string[] =>
  needed
    .filter(({ role }) => !processes.some((one) => one.isThere && rolesOfProcess(one).includes(role)))
    .map(({ sentence }) => sentence);

/** @returns 1 when a role is missing */
function tell(processes: readonly ProcessSeen[], { print, complain }: OperatorOutput): number {
  for (const one of processes) print(line(one));
  const missing = missingRoles(processes);
  for (const sentence of missing) complain(sentence);
  return missing.length === 0 ? 0 : 1;
}

/** `clearframe processes`: what works on this database, on every machine. */
export const processes: Run = async (args, env, output) => {
  if (args.length > 1) throw new UsageError('processes takes no arguments.');
  const { close, db } = await openOperatorDatabase(readConfig(env));
  try {
    return tell(await listProcesses(db), output);
  } finally {
    await close();
  }
};

import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { UsageError } from './command.ts';
import { openOperatorDatabase } from './operator-database.ts';
import { retryAnalyses, retryDeliveries } from './queue-retry.ts';
import { showQueue } from './queue-show.ts';
import type { Run } from './run.ts';

type QueueCommand = { action: 'show' } | { action: 'analyses' } | { action: 'deliveries'; webhookId: string | null };

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function wordsOf(args: readonly string[]): string[] {
  try {
    return parseArgs({ args: [...args], allowPositionals: true }).positionals.slice(1);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws UsageError */
function parseQueue(args: readonly string[]): QueueCommand {
  const [action, what, webhookId, ...rest] = wordsOf(args);
  if (action === 'show' && what === undefined) return { action };
  if (action === 'retry' && rest.length === 0) {
    if (what === 'analyses' && webhookId === undefined) return { action: what };
    if (what === 'deliveries' && webhookId !== undefined && !uuid.test(webhookId))
      throw new UsageError(`WEBHOOK_ID: "${webhookId}" is not accepted: an id as clearframe queue show prints it.`);
    if (what === 'deliveries') return { action: what, webhookId: webhookId?.toLowerCase() ?? null };
  }
  throw new UsageError('queue takes show, retry analyses, retry deliveries or retry deliveries WEBHOOK_ID.');
}

/** `clearframe queue show` and `retry`. */
export const queue: Run = async (args, env, output) => {
  const command = parseQueue(args);
  const { close, db, live, url } = await openOperatorDatabase(readConfig(env));
  try {
    if (command.action === 'show') return await showQueue(db, output);
    return command.action === 'analyses'
      ? await retryAnalyses({ db, live, url }, output)
      : await retryDeliveries({ db, live }, command.webhookId, output);
  } finally {
    await close();
  }
};

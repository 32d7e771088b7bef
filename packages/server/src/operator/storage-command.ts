import { parseArgs } from 'node:util';
import { UsageError } from './command.ts';

export type StorageCommand =
  | { action: 'adopt' }
  | { action: 'check'; remove: boolean; confirm: number | null }
  | { action: 'move'; finish: boolean; confirm: number | null }
  | { action: 'extract'; key: string; folder: string };
export type QuarantineCommand =
  | { action: 'list' }
  | { action: 'restore'; key: string | null }
  | { action: 'purge'; confirm: number | null };

function read(args: readonly string[]) {
  try {
    const options = { remove: { type: 'boolean' }, finish: { type: 'boolean' }, confirm: { type: 'string' } } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function numberOf(confirm: string | undefined): number | null {
  if (confirm === undefined) return null;
  if (!/^\d{1,9}$/.test(confirm)) throw new UsageError(`--confirm: "${confirm}" is not accepted: a whole number.`);
  return Number(confirm);
}

/** @throws UsageError */
export function parseStorage(args: readonly string[]): StorageCommand {
  const { values, positionals } = read(args);
  const [, action, ...rest] = positionals;
  const { remove = false, finish = false } = values;
  const confirm = numberOf(values.confirm);
  if (action === 'move' && rest.length === 0 && !remove && (finish || confirm === null)) return { action, finish, confirm };
  if (finish) throw new UsageError('--finish belongs to storage move.');
  if (action === 'adopt' && rest.length === 0 && !remove && confirm === null) return { action };
  if (action === 'check' && rest.length === 0 && (remove || confirm === null)) return { action, remove, confirm };
  const [key, folder, ...more] = rest;
  if (action === 'extract' && key && folder && more.length === 0 && !remove && confirm === null) return { action, key, folder };
  throw new UsageError('storage takes adopt, check, check --remove, move, move --finish or extract KEY FOLDER.');
}

/** @throws UsageError */
export function parseQuarantine(args: readonly string[]): QuarantineCommand {
  const { values, positionals } = read(args);
  const [, action, key, ...rest] = positionals;
  if (rest.length === 0 && !values.remove && !values.finish) {
    const confirm = numberOf(values.confirm);
    if (action === 'list' && key === undefined && confirm === null) return { action };
    if (action === 'restore' && confirm === null) return { action, key: key ?? null };
    if (action === 'purge' && key === undefined) return { action, confirm };
  }
  throw new UsageError('quarantine takes list, restore, restore KEY or purge.');
}

import { parseArgs } from 'node:util';
import { UsageError } from '../command.ts';

export type MoveCommand = { action: 'move'; target: string } | { action: 'undo'; confirm: boolean };

/** @throws UsageError, which never repeats an address: it holds a password */
export function parseMove(args: readonly string[]): MoveCommand {
  let parsed: { values: { undo?: boolean; confirm?: boolean }; positionals: string[] };
  try {
    const options = { undo: { type: 'boolean' }, confirm: { type: 'boolean' } } as const;
    parsed = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  const [, target, ...rest] = positionals;
  const { undo = false, confirm = false } = values;
  if (undo && target === undefined) return { action: 'undo', confirm };
  if (!undo && !confirm && target !== undefined && rest.length === 0) {
    if (!/^postgres(ql)?:\/\//.test(target) || !URL.canParse(target))
      throw new UsageError('The address is not accepted: postgres://user:password@host/database.');
    return { action: 'move', target };
  }
  throw new UsageError('move-database takes the address of an empty database, or --undo.');
}

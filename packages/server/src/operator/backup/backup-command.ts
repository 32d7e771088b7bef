import { parseArgs } from 'node:util';
import { UsageError } from '../command.ts';

function read(args: readonly string[]) {
  try {
    const options = { 'database-only': { type: 'boolean' }, 'check-only': { type: 'boolean' } } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws UsageError */
export function parseBackup(args: readonly string[]): { word: string; databaseOnly: boolean } {
  const { values, positionals } = read(args);
  const [, word, ...rest] = positionals;
  if (!word || rest.length > 0 || values['check-only']) throw new UsageError('backup takes a place, and --database-only.');
  return { word, databaseOnly: values['database-only'] ?? false };
}

/** `word` is null where the database and files of this server are to be compared. @throws UsageError */
export function parseRestore(args: readonly string[]): { word: string | null; checkOnly: boolean } {
  const { values, positionals } = read(args);
  const [, word = null, ...rest] = positionals;
  const checkOnly = values['check-only'] ?? false;
  if (rest.length > 0 || values['database-only'] || (word === null && !checkOnly))
    throw new UsageError('restore takes the place of a backup, and --check-only.');
  return { word, checkOnly };
}

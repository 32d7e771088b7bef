import { drizzle } from 'drizzle-orm/node-postgres';
import type { Config } from '../../config.ts';
import * as tables from '../../db/schema.ts';
import { renewInstallation } from '../../objects/installation.ts';
import { sideNames } from '../../objects/side-names.ts';
import { createMovingStorage } from '../../storage/moving-storage.ts';
import { openBoth, openStorage } from '../../storage/open-storage.ts';
import type { OperatorOutput } from '../run.ts';
import { giveUpMove, moveOf, withOldDatabase } from './old-database.ts';

/**
 * `clearframe move-database --undo`: this database is the one again. It and the files get a new id, so that the other one, which may have
 * been started meanwhile, can remove none of the files and is refused at its next start.
 */
export async function undoMove(
  url: string,
  { config, confirm }: { config: Config; confirm: boolean },
  { print, complain }: OperatorOutput,
): Promise<number> {
  return withOldDatabase(url, async (client) => {
    const known = await moveOf(client);
    if (known === null) {
      complain('This database is not being moved, and was not moved. Nothing was changed.');
      return 1;
    }
    const { database: own } = sideNames({ ...config, databaseUrl: config.databaseUrl ?? null });
    if (known.to === own) {
      complain(
        `This is the copy of a move that was cut off. Empty it. Run this with the settings of the database that was moved.`,
      );
      return 1;
    }
    if (known.state === 'moved' && !confirm) {
      complain(`This database was moved at ${known.at}, to: ${known.to}. What was written there since is not here.`);
      complain('Stop every machine that uses it. If you mean that: clearframe move-database --undo --confirm');
      return 1;
    }
    const db = drizzle(client, { schema: tables, casing: 'snake_case' });
    const both = await openBoth(config);
    await renewInstallation({ db, storage: both ? createMovingStorage(both) : await openStorage(config) });
    await giveUpMove(client, 'by clearframe move-database --undo');
    print('This database takes writes again, and the server starts on it.');
    print(`Do not start a server on the other one (${known.to}): drop it.`);
    return 0;
  });
}

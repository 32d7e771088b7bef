import { readConfig } from '../config.ts';
import { recordAct } from '../console/operator-log.ts';
import { originalPlace } from '../moderation/item/item-files.ts';
import { liftLegalHold, listLegalHolds, placeLegalHold } from '../moderation/item/legal-hold.ts';
import { placesOf } from '../storage/open-storage.ts';
import { parseLegalHold } from './command.ts';
import { openOperatorDatabase } from './operator-database.ts';
import type { Run } from './run.ts';

const clock = { now: () => new Date() };

/** `clearframe hold` and `clearframe release`. */
export function changeLegalHold(hold: boolean): Run {
  return async (args, env, { print, complain }) => {
    const wanted = parseLegalHold(args);
    const { close, db, live } = await openOperatorDatabase(readConfig(env));
    try {
      const outcome = await db.transaction(async (tx) => {
        const changed = await (hold ? placeLegalHold : liftLegalHold)({ db: tx, live, clock }, wanted);
        const { mediaId, reason } = wanted;
        if (changed === 'ok') await recordAct(tx, { action: hold ? 'hold' : 'release', subject: `item ${mediaId}`, reason });
        return changed;
      });
      if (outcome === 'unknown') complain(`There is no item with the id ${wanted.mediaId}.`);
      if (outcome === 'already')
        complain(`The item ${wanted.mediaId} is ${hold ? 'held already' : 'not held'}. Nothing changed.`);
      if (outcome === 'ok')
        print(
          `${hold ? 'Held' : 'Released'} ${wanted.mediaId}: ${wanted.reason}${hold ? '. Nobody is served it any more.' : ''}`,
        );
      return outcome === 'ok' ? 0 : 1;
    } finally {
      await close();
    }
  };
}

/** `clearframe holds`. */
export const holds: Run = async (_args, env, { print }) => {
  const config = readConfig(env);
  const { close, db } = await openOperatorDatabase(config);
  try {
    const held = await listLegalHolds({ db });
    for (const item of held) {
      const { uploader } = item;
      const { key, range } = originalPlace(item);
      print(`${item.id}  held since ${item.legalHoldAt?.toISOString() ?? ''}`);
      print(`  reasons   ${item.reason ?? ''}`);
      print(`  file      ${placesOf(config, key).join(' or ')}${range ? `, bytes ${range.start} to ${range.end}` : ''}`);
      print(`  get it by clearframe storage extract ${key} FOLDER`);
      print(`  uploaded  ${item.uploadedAt.toISOString()}${item.originalUrl === null ? '' : ` from ${item.originalUrl}`}`);
      print(`  by        ${uploader ? `${uploader.name} <${uploader.email}>, user ${uploader.id}` : 'an API token'}`);
      const deleted = item.accountDeletedAt === null ? '' : `, deleted ${item.accountDeletedAt.toISOString()}`;
      print(`  account   ${item.accountId}${deleted}`);
    }
    print(held.length === 1 ? '1 item is held.' : `${held.length} items are held.`);
    return 0;
  } finally {
    await close();
  }
};

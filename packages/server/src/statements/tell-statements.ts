import type { MediaUpload } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { appeal, media, statement, user } from '../db/schema.ts';
import type { MediaRow } from '../moderation/item/media-row.ts';
import { presentMedia } from '../moderation/item/present.ts';
import type { QueueContext } from '../webhooks/queue-delivery.ts';
import { tellHooks } from '../webhooks/tell-hooks.ts';
import { presentAppeal } from './appeal-row.ts';
import { presentStatement } from './read-statements.ts';

export type TellContext = QueueContext & Pick<Context, 'config' | 'secrets'>;
type TellOfItemContext = TellContext & Pick<Context, 'fileUrls'>;

/** The item as the transaction sees it. */
async function uploadOf({ clock, fileUrls }: TellOfItemContext, tx: Tx, item: MediaRow): Promise<MediaUpload> {
  const [upload] = await presentMedia({ clock, fileUrls, db: tx }, [item]);
  if (!upload) throw new Error('The item was not presented');
  return upload;
}

/** Tells the account's hooks that a statement was written. It goes with its item: it holds what was read in it. */
export async function tellOfStatement(context: TellOfItemContext, tx: Tx, id: string, item: MediaRow): Promise<void> {
  await tellHooks(context, tx, {
    event: 'statement.created',
    accountId: item.accountId,
    mediaId: item.id,
    subject: { type: 'statement', id },
    data: async () => {
      const [row] = await tx.select().from(statement).where(eq(statement.id, id));
      if (!row) throw new Error('The statement is not there');
      return { statement: presentStatement(context, { row, appealed: null }), media_upload: await uploadOf(context, tx, item) };
    },
  });
}

/** An appeal with its statement, as the transaction sees both. */
async function appealed(context: TellContext, tx: Tx, id: string) {
  const [found] = await tx
    .select({ row: appeal, stated: statement, by: { id: user.id, name: user.name } })
    .from(appeal)
    .innerJoin(statement, eq(statement.id, appeal.statementId))
    .leftJoin(user, eq(user.id, appeal.decidedBy))
    .where(eq(appeal.id, id));
  if (!found) throw new Error('The appeal is not there');
  const { row, stated, by } = found;
  return { appeal: presentAppeal({ row, by }), statement: presentStatement(context, { row: stated, appealed: row }) };
}

type Appealed = { id: string; accountId: string };

/** Tells them that an appeal came. */
export async function tellOfAppeal(context: TellContext, tx: Tx, { id, accountId }: Appealed): Promise<void> {
  const subject = { type: 'appeal' as const, id };
  await tellHooks(context, tx, { event: 'appeal.received', accountId, subject, data: () => appealed(context, tx, id) });
}

/** Tells them how an appeal ended, with its item as it is by now. */
export async function tellOfAppealEnd(
  context: TellOfItemContext,
  tx: Tx,
  { id, accountId }: Appealed,
  itemId: string,
): Promise<void> {
  const which = and(eq(media.id, itemId), eq(media.accountId, accountId), media.kept);
  const [item] = await tx.select().from(media).where(which);
  await tellHooks(context, tx, {
    event: 'appeal.decided',
    accountId,
    mediaId: item?.id ?? null,
    subject: { type: 'appeal', id },
    data: async () => ({
      ...(await appealed(context, tx, id)),
      media_upload: item ? await uploadOf(context, tx, item) : null,
    }),
  });
}

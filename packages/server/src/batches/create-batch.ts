import { AppError, type BatchItemInput } from '@clearframe/contract';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { batch, batchItem } from '../db/schema.ts';
import { answerOnce } from '../idempotency/answer-once.ts';
import { finishIdempotent } from '../idempotency/idempotency.ts';
import { requireFrames } from '../moderation/upload/upload.ts';
import { readUploadTexts } from '../moderation/upload/upload-texts.ts';
import { sha256 } from '../security/secrets.ts';
import { formFields } from './form-fields.ts';

export type NewBatch = {
  accountId: string;
  accessTokenId: string | null;
  items: BatchItemInput[];
  /** Of the Idempotency-Key. */
  route: string;
  key: string | null;
};

type CreateContext = Pick<Context, 'clock' | 'db' | 'log' | 'presence' | 'queue'>;

/** Texts are checked before anything is done, by the rules of an upload form. @throws AppError naming the item and the field */
function requireTexts(items: readonly BatchItemInput[]): void {
  for (const [position, item] of items.entries()) {
    try {
      readUploadTexts(formFields(item));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const path = `items.${position}`;
      const errors = error.errors?.map((one) => ({ path: `${path}.${one.path}`, message: one.message }));
      throw new AppError(error.code, {
        message: `${path}: ${error.message}`,
        errors: errors ?? [{ path, message: error.message }],
      });
    }
  }
}

async function write({ clock, queue }: CreateContext, tx: Tx, { accountId, accessTokenId, items }: NewBatch): Promise<string> {
  const [made] = await tx.insert(batch).values({ accountId, accessTokenId, createdAt: clock.now() }).returning({ id: batch.id });
  if (!made) throw new Error('The batch was not written');
  await tx.insert(batchItem).values(items.map((input, position) => ({ batchId: made.id, position, input })));
  await queue.add('run-batch', { batchId: made.id }, { tx, singletonKey: made.id, group: accountId });
  return made.id;
}

const Kept = z.object({ batchId: z.uuid() });

/**
 * Takes a batch in: its rows and its job, and with a key its answer, in one transaction. Nothing is fetched yet.
 * @returns the id; of the first batch, for a repeat under the same key
 * @throws AppError subscription_required, frames_exhausted (no frame is left), validation_failed, metadata_invalid,
 * idempotency_running, idempotency_mismatch
 */
export async function createBatch(context: CreateContext, wanted: NewBatch): Promise<string> {
  const { accountId, items, route, key } = wanted;
  const { db, clock } = context;
  requireTexts(items);
  const request = { accountId, route, key, bodyHash: sha256(JSON.stringify(items)), now: clock.now() };
  return await answerOnce(context, request, {
    replay({ answer }) {
      const kept = Kept.safeParse(answer);
      if (!kept.success) throw new AppError('batch_not_found');
      return kept.data.batchId;
    },
    async run(begun) {
      await requireFrames(context, accountId);
      return await db.transaction(async (tx) => {
        const batchId = await write(context, tx, wanted);
        if (begun) await finishIdempotent(tx, begun.claim, { status: 202, answer: { batchId }, now: clock.now() });
        return batchId;
      });
    },
  });
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@clearframe/contract';
import { MediaError } from '@clearframe/engine';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { pick, type Random } from '../../../engine/test/random.ts';
import type { Context } from '../../src/context.ts';
import { decision, delivery, knownPicture } from '../../src/db/schema.ts';
import { findKnown, removeKnown } from '../../src/known-pictures/remove-known.ts';
import { failModeration } from '../../src/moderation/analyse/fail-moderation.ts';
import { makeDisplay } from '../../src/moderation/analyse/make-display.ts';
import { moderationJobKey } from '../../src/moderation/analyse/queue-analysis.ts';
import { reanalyse } from '../../src/moderation/analyse/reanalyse.ts';
import { type Decider, decide } from '../../src/moderation/decide/decide.ts';
import { decideMany, undoMany } from '../../src/moderation/decide/decide-many.ts';
import { undo } from '../../src/moderation/decide/undo.ts';
import { deleteMedia } from '../../src/moderation/item/delete-media.ts';
import { liftLegalHold, placeLegalHold } from '../../src/moderation/item/legal-hold.ts';
import { findMedia } from '../../src/moderation/item/media-row.ts';
import { retryUpload } from '../../src/moderation/upload/retry-upload.ts';
import { takeInAndSubmit } from '../../src/moderation/upload/upload.ts';
import { apiRules } from '../../src/moderation/upload/upload-rules.ts';
import { jobIdOf } from '../../src/queue/index.ts';
import { parsePayload } from '../../src/queue/jobs.ts';
import { deliver } from '../helpers/deliver.ts';
import { moderateNow, quickExaminer, signs } from '../helpers/uploads.ts';
import type { Arena, Person } from './arena.ts';

/** With place and camera in it, so that an analysis writes the original anew. */
const photograph = readFileSync(join(import.meta.dirname, '../../../engine/fixtures/formats/rotated.jpg'));

/** The item that everything happens to, and what the person at the screen was told about it. */
export type Stage = {
  arena: Arena;
  id: string;
  next: Random;
  draw: () => NamedOperation;
  /** Decisions that were acknowledged. */
  decided: Set<string>;
  isDeleted: boolean;
  /** A person took its picture off the list of known ones. */
  isForgotten: boolean;
  /** When an overruling analysis was last asked for; null = nobody did. */
  overruledUntil: Date | null;
  /** The original as it was when the operator withheld it. */
  heldBytes: Buffer | null;
};

export async function uploadItem(arena: Arena, id: string): Promise<void> {
  const { accountId, context } = arena;
  async function* bytes() {
    yield photograph;
  }
  await takeInAndSubmit(context, {
    uploader: { accountId, userId: arena.people[0].userId, accessTokenId: null },
    rules: apiRules,
    mediaId: id,
    begun: null,
    readForm: async (onFile) => ({ media: { file: await onFile(bytes()), filename: 'photograph.jpg' }, fields: {} }),
  });
}

type Ending = 'safe' | 'flagged' | 'refused' | 'failed';

/** Every item has a picture of its own: known ones would decide about others. */
const hashOf = (id: string) => createHash('sha256').update(id).digest('hex');

/** Ends the analysis under way as its job asks. Returns false when there is none. */
export async function endAnalysis(context: Context, id: string, ending: Ending): Promise<boolean> {
  const item = await findMedia(context.db, id);
  if (item?.state !== 'queued') return false;
  const { attempt } = item;
  if (ending === 'failed') {
    await failModeration(context, { mediaId: id, attempt });
    return true;
  }
  const job = jobIdOf('moderate-media', moderationJobKey(id, attempt));
  const { rows } = await context.db.execute(sql`select data from pgboss.job where name = 'moderate-media' and id = ${job}`);
  const [row] = rows;
  if (!row) throw new Error('The item waits without a job');
  const examine: typeof quickExaminer.examine = async (bytes) => {
    if (ending === 'refused') throw new MediaError('undecodable');
    const examined = await quickExaminer.examine(bytes);
    const scores = { nudity: ending === 'flagged' ? 0.99 : 0.01 };
    const hash = { pdq: hashOf(id), mirrored: hashOf(`${id} mirrored`), quality: 100 };
    return { ...examined, display: null, analysis: { ...examined.analysis, scores, hash } };
  };
  await moderateNow(context, { examine }, parsePayload('moderate-media', row.data));
  return true;
}

/** Makes the next attempt of what waits to be told and is due, as a lane would. Returns how many wait. */
export async function deliverAll({ id }: Pick<Stage, 'id'>, context: Context): Promise<number> {
  const waiting = await context.db
    .select({ id: delivery.id, attempts: delivery.attempts })
    .from(delivery)
    .where(and(eq(delivery.mediaId, id), eq(delivery.state, 'waiting')))
    .orderBy(asc(delivery.createdAt), delivery.id);
  for (const row of waiting) await deliver(context, { deliveryId: row.id, attempt: row.attempts + 1 });
  return waiting.length;
}

const holds = [0, 0, 2_000, 8_000, 8_000, 8_000];

async function decideOne(stage: Stage, context: Context, by: Decider, verdict: 'pass' | 'fail'): Promise<void> {
  const undoDelayMs = 'userId' in by ? (pick(stage.next, holds) ?? 0) : 0;
  const made = await decide(context, by, stage.id, { verdict, undoDelayMs, note: undefined });
  stage.decided.add(made.id);
}

/** Takes back the newest decision that the person's screen shows as theirs. */
async function undoNewest(stage: Stage, context: Context, { accountId, userId }: Person, asMany: boolean): Promise<void> {
  const [newest] = await context.db
    .select({ id: decision.id })
    .from(decision)
    .where(and(eq(decision.mediaId, stage.id), eq(decision.userId, userId), isNull(decision.undoneAt)))
    .orderBy(desc(decision.at))
    .limit(1);
  if (!newest) return;
  if (asMany) await undoMany(context, { accountId, userId }, [newest.id]);
  else await undo(context, { accountId, userId }, stage.id, newest.id);
}

async function forget(stage: Stage, context: Context, person: Person): Promise<void> {
  const [known] = await context.db.select().from(knownPicture).where(eq(knownPicture.mediaId, stage.id));
  if (!known) return;
  stage.isForgotten = true;
  const editor = { ...person, client: { ip: '127.0.0.1', userAgent: 'test' } };
  await removeKnown(context, editor, await findKnown(context, person, known.id));
}

async function withhold(stage: Stage, context: Context): Promise<void> {
  const outcome = await placeLegalHold(context, { mediaId: stage.id, reason: 'case' });
  if (outcome !== 'ok') return;
  const item = await findMedia(stage.arena.context.db, stage.id);
  stage.heldBytes = item ? (stage.arena.objects.get(item.objectKey) ?? null) : null;
}

/** Somebody opens the item, and its large copy is made. */
async function open({ id }: Stage, context: Context): Promise<void> {
  const packKey = (await findMedia(context.db, id))?.pack?.key;
  if (packKey === undefined) return;
  const large = { bytes: Buffer.from('the large copy'), mimeType: 'image/webp', width: 1600, height: 1200 } as const;
  await makeDisplay(context, { makeDisplay: async () => large }, { mediaId: id, packKey }, signs);
}

type Run = (stage: Stage, context: Context) => Promise<unknown>;
const [one, other] = [0, 1] as const;
const person = (stage: Stage, which: 0 | 1): Person => stage.arena.people[which];

export type NamedOperation = { label: string; weight: number; run: Run };
/** Everything that can happen to an item, with how often it is drawn. */
const operations: readonly NamedOperation[] = [
  { label: 'A passes', weight: 3, run: (stage, context) => decideOne(stage, context, person(stage, one), 'pass') },
  { label: 'A fails', weight: 4, run: (stage, context) => decideOne(stage, context, person(stage, one), 'fail') },
  { label: 'B passes', weight: 4, run: (stage, context) => decideOne(stage, context, person(stage, other), 'pass') },
  { label: 'B fails', weight: 3, run: (stage, context) => decideOne(stage, context, person(stage, other), 'fail') },
  ...(['pass', 'fail'] as const).map((verdict) => ({
    label: `a program decides ${verdict}`,
    weight: 1,
    run: (stage: Stage, context: Context) =>
      decideOne(stage, context, { accountId: stage.arena.accountId, tokenName: 'script' }, verdict),
  })),
  ...(['pass', 'fail'] as const).map((verdict) => ({
    label: `A decides many: ${verdict}`,
    weight: 1,
    run: (stage: Stage, context: Context) =>
      decideMany(context, person(stage, one), { ids: [stage.id] }, { verdict, undoDelayMs: 8_000, note: 'many' }),
  })),
  { label: 'A undoes', weight: 4, run: (stage, context) => undoNewest(stage, context, person(stage, one), false) },
  { label: 'B undoes', weight: 4, run: (stage, context) => undoNewest(stage, context, person(stage, other), false) },
  { label: 'A undoes many', weight: 1, run: (stage, context) => undoNewest(stage, context, person(stage, one), true) },
  { label: 'analysis asked for', weight: 3, run: (stage, context) => reanalyse(context, person(stage, one), stage.id, false) },
  {
    label: 'overruling asked for',
    weight: 3,
    run: async (stage, context) => {
      await reanalyse(context, person(stage, other), stage.id, true);
      stage.overruledUntil = context.clock.now();
    },
  },
  {
    label: 'upload repeated',
    weight: 1,
    run: (stage, context) => retryUpload(context, { id: stage.id, accountId: stage.arena.accountId }),
  },
  ...(['safe', 'flagged', 'refused', 'failed'] as const).map((ending) => ({
    label: `analysis ends ${ending}`,
    weight: ending === 'refused' ? 1 : 3,
    run: (stage: Stage, context: Context) => endAnalysis(context, stage.id, ending),
  })),
  {
    label: 'deleted',
    weight: 2,
    run: async (stage, context) => {
      await deleteMedia(context, person(stage, one), stage.id);
      stage.isDeleted = true;
    },
  },
  { label: 'opened', weight: 3, run: open },
  { label: 'withheld', weight: 1, run: withhold },
  {
    label: 'released',
    weight: 1,
    run: async (stage, context) => {
      // It may be rewritten from then on; what was withheld is known to be whole by the check of that moment.
      stage.heldBytes = null;
      await liftLegalHold(context, { mediaId: stage.id, reason: 'over' });
    },
  },
  { label: 'picture forgotten', weight: 1, run: (stage, context) => forget(stage, context, person(stage, one)) },
  { label: 'hooks told', weight: 4, run: deliverAll },
];

/** Gives operations by their weight, of a few that were drawn first: with all of them at hand few would ever meet in a row. */
export function drawFrom(next: Random): () => NamedOperation {
  const chosen = operations.filter(() => next() < 0.35);
  const few = chosen.length >= 3 ? chosen : operations;
  const whole = few.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    let left = next() * whole;
    for (const operation of few) {
      left -= operation.weight;
      if (left < 0) return operation;
    }
    throw new Error('There are no operations');
  };
}

/** A refusal of ours is an answer; anything else is a fault. */
export const isRefusal = (error: unknown): boolean => error instanceof AppError;

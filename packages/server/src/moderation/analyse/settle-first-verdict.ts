import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { endingOf, releaseFrames } from '../../billing/ledger.ts';
import { type ChargedParts, chargedParts, tellOfCharge } from '../../billing/tell-allowance.ts';
import type { Tx } from '../../db/client.ts';
import { analysis as analysisTable, machineVerdict, media, pendingObject, webhook } from '../../db/schema.ts';
import { nameLeftovers, sweptObject } from '../../objects/pending-objects.ts';
import { permilleOf, verdictRow } from '../../quality/record-verdict.ts';
import { hearing, tellingHooks } from '../../webhooks/queue-delivery.ts';
import { objectKeys } from '../item/item-files.ts';
import { isQueued, type MediaRow } from '../item/media-row.ts';
import { tellOfVerdict } from '../tell/tell-webhooks.ts';
import { type Claimed, ClaimGone, newsOf, type Result, resultChanges, type VerdictContext } from './result.ts';
import type { StoredFiles } from './store-files.ts';
import { filesOf } from './take-files.ts';

type Taken = { taken: number; sampled: boolean; permille: number; named: number; hooks: string[] };
type Ended = { held: number; charged: ChargedParts | null; late: string[] };

/**
 * The usual end of an analysis in few statements: the first result of a picture that nobody has decided, and that is not held. All of
 * that stands in the item's row, which this locks, so that it holds whatever others do at this moment. The period's lock comes last.
 * @returns null where it is otherwise: nothing was written
 */
export async function settleFirstVerdict(
  context: VerdictContext,
  tx: Tx,
  { item, claimed, result }: { item: MediaRow; claimed: Claimed; result: Result & { stored: StoredFiles } },
): Promise<{ settled: MediaRow; followed: number } | null> {
  const { analysis, moderation, stored, overrule } = result;
  const attempt = { mediaId: item.id, attempt: item.attempt };
  if (item.attempt !== 1 || item.video || overrule) return null;
  const verdict = { moderationFlagged: !moderation.passed, needsReview: moderation.ai_analysis.needs_review };
  const changes = { ...resultChanges(context, result), ...filesOf(stored), ...verdict };
  const row = verdictRow(context, { ...attempt, accountId: item.accountId, analysis, moderation });
  const permille = permilleOf(item.accountId);
  // Each decision writes a verdict, so that none stands where there is none.
  const isFirst = and(
    isNull(media.moderationFlagged),
    isNull(media.moderationCheckedAt),
    isNull(media.pack),
    isNull(media.displayKey),
  );
  const taken = tx
    .update(media)
    .set({ ...changes, sampled: row.isDrawn(permille) })
    .where(and(isQueued(attempt), eq(media.objectKey, item.objectKey), isNull(media.legalHoldAt), isFirst))
    .returning({ sampled: media.sampled });
  const keys = objectKeys({ ...item, ...changes }).filter((key) => key !== item.objectKey);
  const ofAccount = hearing(item.accountId, 'media.analysis.completed');
  const hooks = tx.select({ id: webhook.id }).from(webhook).where(ofAccount);
  const { rows } = await tx.execute<Taken>(sql`
    with taken as ${taken},
    named as (delete from ${pendingObject} using taken where ${inArray(pendingObject.key, keys)} returning 1)
    select (select count(*)::int from taken) as taken, (select sampled from taken) as sampled,
      (select count(*)::int from named) as named, ${permille} as permille, array${hooks} as hooks, ${tellingHooks(item.accountId)}`);
  const [found] = rows;
  if (!found?.taken) return null;
  if (found.named < keys.length) throw sweptObject();
  if (!claimed?.isFirst) await nameLeftovers(tx, item);
  if (claimed && !(await claimed.complete(tx))) throw new ClaimGone('The job is another run’s by now');
  const { sampled, permille: samplePermille } = found;
  const settled: MediaRow = { ...item, ...changes, sampled };
  // A hook that was made while the first statement waited for it.
  const late = tx
    .select({ id: webhook.id })
    .from(webhook)
    .where(and(ofAccount, notInArray(webhook.id, found.hooks)));
  if (found.hooks.length > 0) await tellOfVerdict(context, tx, settled, undefined, { ...result, hooks: found.hooks });
  // Not later than the moment of the events above: nobody is told of a result before there is one.
  const kept = { ...attempt, analysis, moderation, createdAt: changes.moderationCheckedAt };
  const { rows: ends } = await tx.execute<Ended>(sql`
    with result as ${tx.insert(analysisTable).values(kept)},
    verdict as ${tx.insert(machineVerdict).values({ ...row.values, samplePermille, sampled })},
    ${endingOf({ ...attempt, kind: 'commit', frames: 1, reason: null })}
    select (select count(*)::int from held) as held, ${chargedParts} as charged, array${late} as late,
      ${context.live.notices(newsOf(item))}`);
  const [end] = ends;
  if (end?.late.length) await tellOfVerdict(context, tx, settled, undefined, { ...result, hooks: end.late });
  if (end?.charged) await tellOfCharge(context, tx, end.charged);
  else if (end?.held) await releaseFrames(tx, { ...attempt, reason: 'charged by another attempt' });
  return { settled, followed: end?.charged?.frames ?? 0 };
}

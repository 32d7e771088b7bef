import { type AiAnalysis, AppError, type Label, labelFor, type ManualVerdict } from '@clearframe/contract';
import { desc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { analysis } from '../../db/schema.ts';
import { holdLabel } from '../../labels/edit-labels.ts';
import { readLabels } from '../../labels/read-labels.ts';
import type { DecisionRow } from '../item/decision-rows.ts';
import type { MediaRow } from '../item/media-row.ts';

type Asked = { verdict: ManualVerdict /** Key or id. */; label?: string | undefined };

const refused = (message: string) => new AppError('validation_failed', { message, errors: [{ path: 'label', message }] });
const unknown = (label: string) => refused(`The account has no reason ${JSON.stringify(label)} that is on`);

/** The label that was asked for. @throws AppError validation_failed */
function chosenIn(labels: readonly Label[], asked: string): Label {
  const chosen = labels.find(({ active, id, key }) => active && (id === asked || key === asked));
  if (!chosen) throw unknown(asked);
  return chosen;
}

/** Before any item is decided. @throws AppError validation_failed for a Pass with a label, and for one that nobody can choose */
export async function requireLabel(db: Db, accountId: string, { verdict, label }: Asked): Promise<void> {
  if (label === undefined) return;
  if (verdict === 'pass') throw refused('A Pass takes no reason');
  chosenIn(await readLabels(db, accountId), label);
}

/** What the newest analysis flagged. */
async function flaggedBy(tx: Tx, mediaId: string): Promise<Pick<AiAnalysis, 'flagged_categories' | 'scores'> | undefined> {
  const [newest] = await tx
    .select({ ai: sql<AiAnalysis>`${analysis.moderation} -> 'ai_analysis'` })
    .from(analysis)
    .where(eq(analysis.mediaId, mediaId))
    .orderBy(desc(analysis.attempt))
    .limit(1);
  return newest?.ai;
}

/**
 * The label that a decision bears: the one that was asked for, else the one of what the analysis flagged. A Pass has none. It stays until
 * the transaction ends.
 * @param waited the Fail that this one agrees with
 * @throws AppError validation_failed
 */
export async function labelOfDecision(
  tx: Tx,
  item: MediaRow,
  { verdict, label: asked }: Asked,
  waited?: Pick<DecisionRow, 'labelId'>,
): Promise<Label | null> {
  if (verdict === 'pass') {
    if (asked !== undefined) throw refused('A Pass takes no reason');
    return null;
  }
  const labels = await readLabels(tx, item.accountId);
  // Whoever agrees without a word agrees with the reason too, as long as it can be chosen.
  const label = asked ?? labels.find(({ id, active }) => active && id === waited?.labelId)?.id;
  if (label === undefined) {
    const usual = labelFor(labels, await flaggedBy(tx, item.id));
    return (await holdLabel(tx, usual)) ? usual : labelFor(labels, undefined);
  }
  const chosen = chosenIn(labels, label);
  if (!(await holdLabel(tx, chosen))) throw unknown(label);
  return chosen;
}

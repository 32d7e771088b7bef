import {
  AppError,
  dsaCategories,
  dsaKeywords,
  type FieldError,
  type Label,
  type LabelChange,
  LabelContent,
  type LabelInput,
  labelFaults,
  limits,
  otherLabelKey,
} from '@clearframe/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { decision, label } from '../db/schema.ts';
import { newId } from '../security/new-id.ts';
import { recordAudit } from '../security/record-audit.ts';
import { readLabels } from './read-labels.ts';

type LabelContext = Pick<Context, 'clock' | 'db'>;
type Editor = { accountId: string; userId: string };

/** Edits of one account come one after the other: they are counted, their keys differ, and nobody's part of a change is lost. */
async function editing<T>({ db }: LabelContext, accountId: string, edit: (tx: Tx, labels: Label[]) => Promise<T>): Promise<T> {
  return await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`labels of ${accountId}`}, 0))`);
    return await edit(tx, await readLabels(tx, accountId));
  });
}

function refuse(errors: FieldError[]): void {
  const [first] = errors;
  if (first) throw new AppError('validation_failed', { errors, message: first.message });
}

/** Names that the EU's lists do not hold. */
function unknownTerms({ dsa_category: category, dsa_keywords: keywords }: LabelContent): FieldError[] {
  const unknown = (path: string, name: string) => ({ path, message: `The EU's list has no ${name}` });
  return [
    ...(Object.hasOwn(dsaCategories, category) ? [] : [unknown('dsa_category', category)]),
    ...keywords.flatMap((name) => (Object.hasOwn(dsaKeywords, name) ? [] : unknown('dsa_keywords', name))),
  ];
}

/** @throws AppError validation_failed naming the fields */
function requireRight(content: LabelContent, others: readonly Label[]): void {
  const isTaken = others.some(({ key }) => key === content.key);
  const taken = isTaken ? [{ path: 'key', message: 'Another reason has this key' }] : [];
  refuse([...labelFaults(content), ...unknownTerms(content), ...taken]);
}

/** Blank texts are none, and each keyword and category stands once. */
const tidy = (content: LabelContent): LabelContent => ({
  ...content,
  legal_reference: content.legal_reference || null,
  terms_reference: content.terms_reference || null,
  dsa_keyword_other: content.dsa_keyword_other || null,
  dsa_keywords: [...new Set(content.dsa_keywords)],
  categories: [...new Set(content.categories)],
});

/** The row that this label is from now on; of a built-in one that was never changed it is made now. */
async function store({ clock }: LabelContext, tx: Tx, accountId: string, { id, built_in, ...whole }: Label): Promise<Label> {
  const { key, ...content } = whole;
  await tx
    .insert(label)
    .values({ id, accountId, key, content, createdAt: clock.now() })
    .onConflictDoUpdate({ target: label.id, set: { key, content } });
  return { id, ...whole, built_in };
}

type LabelAction = 'label.created' | 'label.changed' | 'label.deleted';

/** Names no key and no text: people type them. */
async function record(
  { clock }: LabelContext,
  tx: Tx,
  { accountId, userId }: Editor,
  action: LabelAction,
  changed: Label,
): Promise<void> {
  const { id, ground, restriction, strikes, second_review, active, built_in } = changed;
  const detail = { ground, restriction, strikes, second_review, active, built_in };
  await recordAudit(tx, { accountId, by: { userId }, action, subject: { type: 'label', id }, detail, at: clock.now() });
}

/** @throws AppError labels_full, validation_failed */
export async function createLabel(context: LabelContext, editor: Editor, input: LabelInput): Promise<Label> {
  const { accountId } = editor;
  return await editing(context, accountId, async (tx, labels) => {
    if (labels.length >= limits.labelsMax) throw new AppError('labels_full');
    const content = tidy(input);
    requireRight(content, labels);
    const made = await store(context, tx, accountId, { id: newId(), ...content, built_in: false });
    await record(context, tx, editor, 'label.created', made);
    return made;
  });
}

function findIn(labels: readonly Label[], id: string): Label {
  const found = labels.find((one) => one.id === id);
  if (!found) throw new AppError('label_not_found');
  return found;
}

/** What is left out of the change stays. @throws AppError label_not_found, validation_failed */
export async function updateLabel(context: LabelContext, editor: Editor, id: string, change: LabelChange): Promise<Label> {
  const { accountId } = editor;
  return await editing(context, accountId, async (tx, labels) => {
    const { built_in, id: _id, ...before } = findIn(labels, id);
    const content = tidy(LabelContent.parse({ ...before, ...change }));
    if (built_in && content.key !== before.key) refuse([{ path: 'key', message: 'The key of a built-in reason stays' }]);
    requireRight(
      content,
      labels.filter((one) => one.id !== id),
    );
    const changed = await store(context, tx, accountId, { id, ...content, built_in });
    await record(context, tx, editor, 'label.changed', changed);
    return changed;
  });
}

/**
 * Removes a label that nothing names; one that a decision names, or that is built in, is switched off. Whoever decides with it at this
 * moment holds its row: then it is a used one.
 * @throws AppError label_not_found, label_stays
 */
export async function deleteLabel(context: LabelContext, editor: Editor, id: string): Promise<void> {
  const { accountId } = editor;
  await editing(context, accountId, async (tx, labels) => {
    const found = findIn(labels, id);
    if (found.built_in && found.key === otherLabelKey) throw new AppError('label_stays');
    const ofAccount = and(eq(label.id, id), eq(label.accountId, accountId));
    await tx.select({ id: label.id }).from(label).where(ofAccount).for('update');
    const isUsed = found.built_in || (await tx.$count(decision, eq(decision.labelId, id))) > 0;
    if (isUsed) await store(context, tx, accountId, { ...found, active: false });
    else await tx.delete(label).where(ofAccount);
    await record(context, tx, editor, 'label.deleted', found);
  });
}

/** Keeps a label of the account's own from being removed until the transaction ends. @returns whether it is still there */
export async function holdLabel(tx: Tx, { id, built_in }: Pick<Label, 'id' | 'built_in'>): Promise<boolean> {
  if (built_in) return true;
  const [held] = await tx.select({ id: label.id }).from(label).where(eq(label.id, id)).for('key share');
  return held !== undefined;
}

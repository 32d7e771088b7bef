import { z } from 'zod';
import { Category } from '../analysis/categories.ts';
import type { FieldError } from '../error-answer.ts';
import * as limits from '../limits.ts';
import { nameOf } from '../names.ts';

/** Why something may not stay: it is against the law, or against the rules of the account's own site. */
export const LabelGround = z.enum(['illegal', 'terms']);
export type LabelGround = z.infer<typeof LabelGround>;

/** What the account's site does with an item that failed for this reason. */
export const LabelRestriction = z.enum([
  'removed',
  'disabled',
  'demoted',
  'age_restricted',
  'interaction_restricted',
  'labelled',
]);
export type LabelRestriction = z.infer<typeof LabelRestriction>;

/** Lines are fine; other control characters and halves of a surrogate pair cannot be stored or read. */
const readable = /^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u;
// No pattern in the reference: readers of a JSON Schema take it without the flag that knows classes of characters.
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => readable.test(value), 'It holds characters that cannot be shown');
const optionalText = text(limits.labelReferenceMaxLength).nullable();
const httpUrl = z
  .url({ protocol: /^https?$/, message: 'Use an address that begins with https:// or http://' })
  .max(limits.labelReferenceMaxLength)
  .nullable();

const fields = {
  /** What programs call it. */
  key: z.string().regex(/^[a-z0-9_-]{1,40}$/, 'Use 1 to 40 of a–z, 0–9, _ and -'),
  name: nameOf({ missing: 'Please enter a name', thing: 'The name' }, limits.nameMaxLength),
  /** What the uploader is told. */
  text: text(limits.labelTextMaxLength).min(1, 'Please enter what the uploader reads'),
  ground: LabelGround,
  /** The law that it is against. */
  legal_reference: optionalText,
  /** The rule of the account's site that it is against. */
  terms_reference: optionalText,
  reference_url: httpUrl,
  /** A whole name of the EU's list, such as STATEMENT_CATEGORY_VIOLENCE. */
  dsa_category: z.string().max(limits.labelReferenceMaxLength),
  /** Whole names of the EU's list, such as KEYWORD_NUDITY. */
  dsa_keywords: z.array(z.string().max(limits.labelReferenceMaxLength)).max(limits.labelKeywordsMax),
  /** In the account's own words, beside KEYWORD_OTHER. */
  dsa_keyword_other: optionalText,
  restriction: LabelRestriction,
  /** A Fail for this reason counts against the uploader. */
  strikes: z.boolean(),
  /** A Fail for this reason waits until another person agrees. */
  second_review: z.boolean(),
  /** Categories whose flags stand under this reason by themselves. */
  categories: z.array(Category).max(Category.options.length),
  /** False: nobody can choose it. */
  active: z.boolean(),
};

/** What of a label its account decides. */
export const LabelContent = z.object(fields);
export type LabelContent = z.infer<typeof LabelContent>;

/** A reason for a Fail. Its cross-field rules are {@link labelFaults}. Source: doors-and-trust B2. */
export const LabelInput = z.object({
  ...fields,
  legal_reference: fields.legal_reference.default(null),
  terms_reference: fields.terms_reference.default(null),
  reference_url: fields.reference_url.default(null),
  dsa_category: fields.dsa_category.default('STATEMENT_CATEGORY_OTHER_VIOLATION_TC'),
  dsa_keywords: fields.dsa_keywords.default([]),
  dsa_keyword_other: fields.dsa_keyword_other.default(null),
  restriction: fields.restriction.default('removed'),
  strikes: fields.strikes.default(true),
  second_review: fields.second_review.default(false),
  categories: fields.categories.default([]),
  active: fields.active.default(true),
});
export type LabelInput = z.infer<typeof LabelInput>;

/** What is left out stays. */
export const LabelChange = z.object(fields).partial();
export type LabelChange = z.infer<typeof LabelChange>;

export const Label = z.object({
  id: z.uuid(),
  ...fields,
  /** One of those that every account begins with. It can be changed and switched off, and never goes. */
  built_in: z.boolean(),
});
export type Label = z.infer<typeof Label>;

/** The label that holds where no other does. It stays on. */
export const otherLabelKey = 'other';

const otherKeyword = 'KEYWORD_OTHER';

/** Rules that join fields of a label, beside the names of the EU's lists; empty = it is right. */
export function labelFaults(label: LabelContent): FieldError[] {
  const faults: FieldError[] = [];
  const refuse = (path: string, message: string) => faults.push({ path, message });
  if (label.ground === 'illegal' && !label.legal_reference) refuse('legal_reference', 'Name the law that it is against');
  if (label.ground === 'terms' && !label.terms_reference) refuse('terms_reference', 'Name the rule of your site');
  if (label.dsa_keyword_other && !label.dsa_keywords.includes(otherKeyword))
    refuse('dsa_keyword_other', `Words of your own need ${otherKeyword}`);
  if (label.key === otherLabelKey && !label.active) refuse('active', 'This reason stays on: it holds where no other does');
  return faults;
}

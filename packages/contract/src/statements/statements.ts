import { z } from 'zod';
import { AuthorId } from '../authors/media-author.ts';
import { LabelGround, LabelRestriction } from '../labels/labels.ts';
import * as limits from '../limits.ts';
import { readableText as text } from '../readable-text.ts';
import { Moment } from '../times.ts';

const Time = z.iso.datetime();
const nullableText = z.string().nullable();
const Page = {
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(limits.statementsPageMax).default(limits.statementsPageSize),
};
const pagination = z.object({ page: z.int(), limit: z.int(), total: z.int() });

/** `people`: Fails by people and programs are explained. `all`: automatic flags too. Source: doors-and-trust B5. */
export const StatementMode = z.enum(['people', 'off', 'all']);
export type StatementMode = z.infer<typeof StatementMode>;

/** What an uploader reads about appeals, in words of the account. Empty: the default. Plain text. */
export const AppealWords = z.object({
  /** Above the form. */
  appeal_intro: text(limits.ownWordsMaxLength).default(''),
  /** Once the appeal was sent, until it is decided. */
  appeal_thanks: text(limits.ownWordsMaxLength).default(''),
  /** On the page and in the mail, when the decision stands. */
  appeal_upheld: text(limits.ownWordsMaxLength).default(''),
  /** On the page and in the mail, when it was wrong. */
  appeal_reversed: text(limits.ownWordsMaxLength).default(''),
});
export type AppealWords = z.infer<typeof AppealWords>;

export const StatementSettings = z.object({
  mode: StatementMode.default('people'),
  /** How long an appeal is possible. */
  appeal_months: z.int().min(limits.appealMonthsMin).max(limits.appealMonthsMax).default(limits.appealMonthsMin),
  /** Stands on the public page. Empty: the account's name. */
  platform_name: text(limits.nameMaxLength).default(''),
  /** Where the uploader reaches the platform. */
  contact: text(limits.statementContactMaxLength).default(''),
  /** The body that settles disputes outside a court. */
  out_of_court: text(limits.labelReferenceMaxLength).default(''),
  /** Whoever decided may decide the appeal too. */
  same_person_appeals: z.boolean().default(false),
  ...AppealWords.shape,
});
export type StatementSettings = z.infer<typeof StatementSettings>;

/** What is left out stays. Defaults of a partial object would overwrite. */
export const StatementSettingsChange = z.object({
  mode: StatementMode.optional(),
  appeal_months: StatementSettings.shape.appeal_months.unwrap().optional(),
  platform_name: StatementSettings.shape.platform_name.unwrap().optional(),
  contact: StatementSettings.shape.contact.unwrap().optional(),
  out_of_court: StatementSettings.shape.out_of_court.unwrap().optional(),
  same_person_appeals: z.boolean().optional(),
  appeal_intro: AppealWords.shape.appeal_intro.unwrap().optional(),
  appeal_thanks: AppealWords.shape.appeal_thanks.unwrap().optional(),
  appeal_upheld: AppealWords.shape.appeal_upheld.unwrap().optional(),
  appeal_reversed: AppealWords.shape.appeal_reversed.unwrap().optional(),
});
export type StatementSettingsChange = z.infer<typeof StatementSettingsChange>;

export const AppealStatus = z.enum(['open', 'decided']);
/** `upheld`: the decision stands. `reversed`: it was wrong, and the item passes. */
export const AppealOutcome = z.enum(['upheld', 'reversed']);
export type AppealOutcome = z.infer<typeof AppealOutcome>;

/** How an appeal stands, as everybody with the link sees it. */
export const AppealState = z.object({
  status: AppealStatus,
  outcome: AppealOutcome.nullable(),
  answer: nullableText,
  decided_at: Time.nullable(),
});

/** What the uploader reads: why something is restricted, who decided, and what they can do. It names no reviewer and shows no picture. */
export const PublicStatement = z.object({
  id: z.uuid(),
  /** Counts from 1 in each account. */
  number: z.int().min(1),
  created_at: Time,
  facts: z.string(),
  ground: LabelGround,
  label: z.object({ key: z.string(), name: z.string(), text: z.string() }),
  /** The law, or the rule of the platform. */
  reference: nullableText,
  reference_url: nullableText,
  automated_detection: z.boolean(),
  automated_decision: z.enum(['fully', 'partially', 'not_automated']),
  source: z.enum(['article_16', 'trusted_flagger', 'voluntary', 'other']),
  restriction: LabelRestriction,
  redress: z.object({ appeal_url: z.string(), appeal_until: Time, contact: nullableText, out_of_court: nullableText }),
  /** The public page. */
  url: z.string(),
  appeal: AppealState.nullable(),
  /** An appeal was right: the restriction ended then. */
  reversed_at: Time.nullable(),
});
export type PublicStatement = z.infer<typeof PublicStatement>;

export const Statement = PublicStatement.extend({
  media_id: z.uuid(),
  /** null = nobody decided: the analysis flagged it. */
  decision_id: z.uuid().nullable(),
  /** As the customer calls them. */
  author_id: nullableText,
});
export type Statement = z.infer<typeof Statement>;

export const StatementsQuery = z.object({
  ...Page,
  author: AuthorId.optional(),
  media_id: z.uuid().optional(),
  from: Moment.optional(),
  to: Moment.optional(),
});
export type StatementsQuery = z.infer<typeof StatementsQuery>;
export const StatementList = z.object({ statements: z.array(Statement), pagination });
export type StatementList = z.infer<typeof StatementList>;

/** A signed link holds it. */
export const StatementToken = z.object({ token: z.string().min(1).max(200) });

export const AppealInput = z.object({
  text: text(limits.appealTextMaxLength).min(1, 'Please say why this decision is wrong'),
  /** Where the outcome is mailed. */
  email: z.email('Please enter a valid email address').max(limits.emailMaxLength).optional(),
});
export type AppealInput = z.infer<typeof AppealInput>;

export const AppealReceipt = z.object({ id: z.uuid(), status: AppealStatus, received_at: Time });
export type AppealReceipt = z.infer<typeof AppealReceipt>;

export const Appeal = AppealReceipt.extend({
  statement_id: z.uuid(),
  text: z.string(),
  outcome: AppealOutcome.nullable(),
  answer: nullableText,
  decided_at: Time.nullable(),
  /** null = open, or they left. */
  decided_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
});
export type Appeal = z.infer<typeof Appeal>;

export const AppealsQuery = z.object({ ...Page, status: AppealStatus.optional() });
export type AppealsQuery = z.infer<typeof AppealsQuery>;
export const AppealList = z.object({ appeals: z.array(Appeal), pagination });
export type AppealList = z.infer<typeof AppealList>;

export const AppealDecision = z.object({
  outcome: AppealOutcome,
  /** The uploader reads it. */
  answer: text(limits.appealAnswerMaxLength).min(1, 'Please write what the uploader reads'),
});
export type AppealDecision = z.infer<typeof AppealDecision>;

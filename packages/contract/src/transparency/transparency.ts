import { z } from 'zod';
import * as limits from '../limits.ts';
import { Pagination } from '../media/media.ts';
import { CountedShare } from '../quality/quality.ts';
import { Day, Moment } from '../times.ts';
import { DsaStatement, dsaCountries, dsaLanguages } from './dsa-statement.ts';

const Time = z.iso.datetime();
const Count = z.int().nonnegative();

/** Where a platform reports what it restricts, and for whom. Source: doors-and-trust B6. */
export const TransparencySettings = z.object({
  enabled: z.boolean(),
  /** The database, or its sandbox, without a path behind. */
  api_url: z.string(),
  /** Codes of the European Economic Area; empty = not said. */
  territorial_scope: z.array(z.string()),
  content_language: z.string().nullable(),
  /** A token is stored. It is never shown. */
  has_token: z.boolean(),
});
export type TransparencySettings = z.infer<typeof TransparencySettings>;

/** What is left out stays. Another address forgets the token, unless one comes with it. */
export const TransparencySettingsChange = z.object({
  enabled: z.boolean().optional(),
  api_url: z
    .url({ protocol: /^https?$/, message: 'Use an address that begins with https://' })
    .max(limits.urlMaxLength)
    .optional(),
  /** null = forget it. */
  api_token: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'A token has no spaces')
    .max(limits.transparencyTokenMaxLength)
    .nullable()
    .optional(),
  territorial_scope: z
    .array(z.string().refine((code) => dsaCountries.includes(code), 'Use codes of the EEA, such as DE'))
    .max(dsaCountries.length)
    .refine((codes) => new Set(codes).size === codes.length, 'Name each country once')
    .optional(),
  content_language: z
    .string()
    .refine((code) => dsaLanguages.includes(code), 'Use two capital letters, such as EN')
    .nullable()
    .optional(),
});
export type TransparencySettingsChange = z.infer<typeof TransparencySettingsChange>;

export const TransparencyPreviewQuery = z.object({
  page: z.coerce.number().int().min(1).max(limits.pageMax).default(1),
  from: Moment.optional(),
  to: Moment.optional(),
});
export type TransparencyPreviewQuery = z.infer<typeof TransparencyPreviewQuery>;

/** One page of what was not sent, as the database would get it. `invalid` = it breaks a rule, or the database refused it as it is. */
export const TransparencyPreview = z.object({
  statements: z.array(DsaStatement),
  invalid: z.array(
    z.object({
      statement_id: z.uuid(),
      number: z.int().min(1),
      /** Key of the reason to change. */
      label: z.string(),
      errors: z.array(z.object({ path: z.string(), message: z.string() })),
    }),
  ),
  pagination: Pagination,
});
export type TransparencyPreview = z.infer<typeof TransparencyPreview>;

export const SendTransparencyInput = z.object({
  /** Checks everything, and calls nobody. */
  dry_run: z.boolean().default(true),
  from: Moment.optional(),
  to: Moment.optional(),
});
export type SendTransparencyInput = z.infer<typeof SendTransparencyInput>;

export const TransparencyRun = z.object({
  id: z.uuid(),
  dry_run: z.boolean(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** Statements that were not sent when it began. */
  total: Count,
  /** Those of them that keep the rules, so far. */
  valid: Count,
  sent: Count,
  /** By the database. They wait until their reason is changed. */
  refused: Count,
  /** Requests to the database. */
  calls: Count,
  /** Why it failed, or what it waits for. */
  error: z.string().nullable(),
  created_at: Time,
  finished_at: Time.nullable(),
});
export type TransparencyRun = z.infer<typeof TransparencyRun>;

/** Days in UTC, both included. */
const period = { from: Day, to: Day };
const dayMs = 24 * 3_600_000;
function checkPeriod({ value, issues }: z.core.ParsePayload<{ from: string; to: string }>) {
  const days = (Date.parse(value.to) - Date.parse(value.from)) / dayMs + 1;
  const refuse = (message: string) => issues.push({ code: 'custom', path: ['to'], message, input: value });
  if (days < 1) refuse('The last day is before the first');
  else if (days > limits.transparencyReportDays) refuse(`A report has at most ${limits.transparencyReportDays} days`);
}
export const TransparencyQuery = z.object(period).check(checkPeriod);
export type TransparencyQuery = z.infer<typeof TransparencyQuery>;

export const TransparencyReportInput = z.object({ ...period, format: z.enum(['csv', 'html']) }).check(checkPeriod);
export type TransparencyReportInput = z.infer<typeof TransparencyReportInput>;

/** Notices that came in the period. The median is null where none was answered. */
const NoticeFigures = { received: Count, decided: Count, median_hours: z.number().nullable(), in_time: CountedShare };

/** What an account restricted in a period, why, how it came about, and how often it was wrong. Counts alone, no names. */
export const TransparencyFigures = z.object({
  ...period,
  /** Items by their newest analysis of the period. */
  judged: Count,
  /** Statements of reasons that were written. */
  restrictions: z.object({
    total: Count,
    by_ground: z.object({ illegal: Count, terms: Count }),
    by_label: z.array(z.object({ key: z.string(), name: z.string(), count: Count })),
    /** Of the EU's list. Most first. */
    by_category: z.array(
      z.object({
        category: z.string(),
        count: Count,
        /** A notice from outside brought them about. */
        from_notices: Count,
        /** Software decided alone. */
        automated: Count,
        appeals: Count,
        reversed: Count,
      }),
    ),
    by_source: z.object({ article_16: Count, trusted_flagger: Count, other: Count, voluntary: Count }),
    by_automation: z.object({ fully: Count, partially: Count, not_automated: Count }),
    /** Those that software decided alone. */
    automated: CountedShare,
  }),
  notices: z.object({ ...NoticeFigures, by_kind: z.array(z.object({ kind: z.string(), ...NoticeFigures })) }),
  /** Of the items that software flagged and a person decided, those that the person passed. */
  automation_errors: CountedShare,
  /** Received in the period, and decided in it. */
  appeals: z.object({ received: Count, decided: Count, reversed: CountedShare, median_days: z.number().nullable() }),
  /** Notices and appeals that were open at the end, and items from until then that wait now. */
  undecided: z.object({ items: Count, notices: Count, appeals: Count }),
});
export type TransparencyFigures = z.infer<typeof TransparencyFigures>;

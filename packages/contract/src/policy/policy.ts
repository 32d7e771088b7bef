import { z } from 'zod';
import { Category, categories, categoryNames, defaultThresholds, POLICY_VERSION, Threshold } from '../analysis/categories.ts';
import { KeywordRules } from '../keywords/keywords.ts';

/**
 * What becomes of an item whose analysis failed for good. `hold`: it stays Not checked until a person looks. `reject`: it is
 * flagged, with the reason.
 */
export const OnAnalyserError = z.enum(['hold', 'reject']);
export type OnAnalyserError = z.infer<typeof OnAnalyserError>;

/**
 * What becomes of a file whose Content Credentials declare that a model made it, or a part of it. `note`: the reason says so. `review`: a
 * person should look. `flag`: it is flagged. Scores and coverage stay what they are.
 */
export const DeclaredSynthetic = z.enum(['note', 'review', 'flag']);
export type DeclaredSynthetic = z.infer<typeof DeclaredSynthetic>;

/**
 * When writing in pictures and videos is read. `when_needed`: while something judges it, which is a keyword list or an analyser that is
 * sent texts; of other items, when a person opens one.
 */
export const ReadWriting = z.enum(['always', 'when_needed']);
export type ReadWriting = z.infer<typeof ReadWriting>;
export const ReadWritingInput = z.object({ read_writing: ReadWriting });

/** What of an account's items is not read, and how far the reading of them is. */
export const WritingState = z.object({
  /** Items whose writing was not read, `capped` = there are more. */
  not_read: z.int(),
  capped: z.boolean(),
  /** Of these, those that could not be read in several tries. */
  unreadable: z.int(),
  /** What exists is being read; null = it is not. */
  reading: z.object({ done: z.int(), total: z.int() }).nullable(),
});
export type WritingState = z.infer<typeof WritingState>;

const Likelihood = z.number().min(0, 'A limit is a number from 0 to 1').max(1, 'A limit is a number from 0 to 1').nullable();

const LimitPair = z
  .object({ review: Likelihood, flag: Likelihood })
  .refine(({ review, flag }) => review === null || flag === null || flag >= review, {
    message: 'The flag limit cannot be lower than the review limit',
    path: ['flag'],
  });

const { review: minorReview, flag: minorFlag } = categories.minor_safety;

/** Every category with its limits, as an account saves them; null = never by itself. */
export const AccountThresholds = z
  .record(Category, LimitPair)
  .refine(
    ({ minor_safety: { review, flag } }) => review !== null && review <= minorReview && flag !== null && flag <= minorFlag,
    {
      message:
        `The limits of the safety of minors can be lowered, ` +
        `but neither switched off nor raised above ${minorReview} and ${minorFlag}`,
      path: ['minor_safety'],
    },
  );

/** The part of a policy that the page Limits saves. */
export const PolicyLimits = z.object({
  thresholds: AccountThresholds,
  on_analyser_error: OnAnalyserError,
  /** Left out = it stays as it is saved. */
  declared_synthetic: DeclaredSynthetic.exactOptional(),
});
export type PolicyLimits = z.infer<typeof PolicyLimits>;

/**
 * Limits to save, and the version that the person saw: nothing is saved when
 * somebody else changed limits since. Without it what stands is replaced.
 */
export const PolicyLimitsInput = PolicyLimits.extend({ based_on: z.string().max(40).optional() });
export type PolicyLimitsInput = z.infer<typeof PolicyLimitsInput>;

/** All by which an account's items are judged. */
export const PolicyContent = z.object({
  thresholds: z.record(Category, Threshold),
  on_analyser_error: OnAnalyserError,
  declared_synthetic: DeclaredSynthetic,
  read_writing: ReadWriting,
  keywords: KeywordRules,
});
export type PolicyContent = z.infer<typeof PolicyContent>;

/** As it is stored: a version from before there was a choice lacks it. */
type Later = 'declared_synthetic' | 'read_writing';
export type StoredPolicy = Omit<PolicyContent, Later> & Partial<Pick<PolicyContent, Later>>;

/** What judges, and the name under which it can be found again. */
export type Policy = PolicyContent & { version: string };

/** What judges the items of an account that never saved anything of its own. */
export const defaultPolicy: Policy = {
  version: POLICY_VERSION,
  thresholds: defaultThresholds(),
  on_analyser_error: 'hold',
  declared_synthetic: 'note',
  read_writing: 'when_needed',
  keywords: { required: [], forbidden: [], leetspeak: false },
};

/** Name of an account's n-th policy, such as `account-7`. */
export const policyName = (number: number): string => `account-${number}`;

const named = /^account-([1-9]\d{0,8})$/;

/** The number in such a name; null for any other name. */
export const policyNumber = (name: string): number | null => Number(named.exec(name)?.[1] ?? 0) || null;

/** One version with who saved it, when, and in sentences what it changed. */
export const PolicyVersion = z.object({
  name: z.string(),
  /** null = the default, which nobody saved. */
  number: z.int().nullable(),
  created_at: z.iso.datetime().nullable(),
  /** null = nobody, or a person who deleted their account. */
  created_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
});
export type PolicyVersion = z.infer<typeof PolicyVersion>;

/** A version whole. */
export const PolicyDocument = PolicyVersion.extend({ content: PolicyContent }).meta({ id: 'Policy' });
export type PolicyDocument = z.infer<typeof PolicyDocument>;

export const PolicyHistory = z.object({
  /** The newest first. */
  versions: z.array(PolicyVersion.extend({ changes: z.array(z.string()) })),
  /** Number from which the next page goes on downwards; null = that was the last. */
  next_before: z.int().nullable(),
});
export type PolicyHistory = z.infer<typeof PolicyHistory>;

const limitWords = (value: number | null) => (value === null ? 'off' : String(value));

const quoted = (words: readonly string[]) => {
  const shown = words.slice(0, 3).map((word) => `“${word}”`);
  return words.length > 3 ? `${shown.join(', ')} and ${words.length - 3} more` : shown.join(', ');
};

function listChanges(name: string, before: KeywordRules['required'], after: KeywordRules['required']): string[] {
  const known = new Map(before.map(({ text, match }) => [text, match]));
  const now = new Set(after.map(({ text }) => text));
  const added = after.filter(({ text }) => !known.has(text)).map(({ text }) => text);
  const removed = before.filter(({ text }) => !now.has(text)).map(({ text }) => text);
  const matched = after.filter(({ text, match }) => known.has(text) && known.get(text) !== match).map(({ text }) => text);
  return [
    ...(added.length > 0 ? [`${name} keywords added: ${quoted(added)}`] : []),
    ...(removed.length > 0 ? [`${name} keywords removed: ${quoted(removed)}`] : []),
    ...(matched.length > 0 ? [`${name} keywords matched otherwise: ${quoted(matched)}`] : []),
  ];
}

/** What one policy does otherwise than another, in sentences; empty = nothing. The order of keywords is no change. */
export function policyChanges(before: PolicyContent, after: PolicyContent): string[] {
  const limits = categoryNames.flatMap((name) =>
    (['review', 'flag'] as const).flatMap((limit) => {
      const [was, is] = [before.thresholds[name][limit], after.thresholds[name][limit]];
      return was === is ? [] : [`${categories[name].label}: ${limit} from ${limitWords(was)} to ${limitWords(is)}`];
    }),
  );
  const error = { hold: 'is held for a person', reject: 'is flagged' };
  const synthetic = { note: 'is noted', review: 'goes to a person', flag: 'is flagged' };
  const writing = { always: 'always', when_needed: 'when needed' };
  return [
    ...limits,
    ...(before.on_analyser_error === after.on_analyser_error
      ? []
      : [`An item whose analysis fails ${error[after.on_analyser_error]}`]),
    ...(before.declared_synthetic === after.declared_synthetic
      ? []
      : [`A file that declares itself synthetic ${synthetic[after.declared_synthetic]}`]),
    ...(before.read_writing === after.read_writing ? [] : [`Writing is read ${writing[after.read_writing]}`]),
    ...listChanges('Forbidden', before.keywords.forbidden, after.keywords.forbidden),
    ...listChanges('Required', before.keywords.required, after.keywords.required),
    ...(before.keywords.leetspeak === after.keywords.leetspeak
      ? []
      : [`Look-alikes such as “h4te” are ${after.keywords.leetspeak ? 'read as letters' : 'no longer read as letters'}`]),
  ];
}

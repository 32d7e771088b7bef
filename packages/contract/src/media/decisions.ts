import { z } from 'zod';
import * as limits from '../limits.ts';

const Time = z.iso.datetime();
const nullableText = z.string().nullable();

/** A label as a decision names it, as it was called then. Apart from labels, which the dashboard's first screen does without. */
export const NamedLabel = z.object({ id: z.uuid(), key: z.string(), name: z.string() });
export type NamedLabel = z.infer<typeof NamedLabel>;

export const Decision = z.object({
  id: z.uuid(),
  at: Time,
  /** null = an API token, or a person whose account was deleted since. */
  user: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Name of the API token that decided, as it was then. */
  token: nullableText,
  from: z.boolean().nullable(),
  to: z.boolean(),
  note: nullableText,
  /** Why it was failed; null for a Pass, and for decisions from before there were labels. */
  label: NamedLabel.nullable().default(null),
  /** `waiting_second`: the item is flagged, and nobody outside is told before another person agrees. */
  state: z.enum(['final', 'waiting_second']).default('final'),
  /** Taken back within its hold, by the person who made it. */
  undone_at: Time.nullable(),
  /** A later analysis took its place, because a person asked for that. */
  overruled_at: Time.nullable(),
});
export type Decision = z.infer<typeof Decision>;

/** Pass (false: safe) or Fail (true: flagged), as a person decides. */
export const ManualVerdict = z.enum(['pass', 'fail']);
export type ManualVerdict = z.infer<typeof ManualVerdict>;

/** Why it fails: key or id of an active label. Left out, that of the highest flagged category, else `other`. A Pass takes none. */
const label = z.string().trim().min(1).max(40).optional();
const decideFields = {
  /** For so long the decision can be undone, and nobody outside is told of it. */
  hold_ms: z.int().min(0).max(limits.decisionHoldMaxMs).default(0),
  note: z.string().trim().max(limits.noteMaxLength).optional(),
  label,
};
/** Decides although another person has claimed the item. */
const override = z.boolean().default(false);
export const DecideInput = z.object({
  ...decideFields,
  override,
  /** The newest decision that the person saw, taken back or not; null = there was none. Left out, whatever was decided meanwhile stands. */
  last_decision: z.uuid().nullable().optional(),
});
/** For programs: they claim nothing. */
export const ProgramDecideInput = DecideInput.omit({ override: true });
export const DecideManyInput = z.object({
  ids: z.array(z.uuid()).min(1).max(limits.decisionsMax),
  verdict: ManualVerdict,
  ...decideFields,
  override,
  /** By the item: the newest decision that the person saw, as `last_decision` of one item. Of items left out any may have been made. */
  last_decisions: z.record(z.uuid(), z.uuid().nullable()).optional(),
});
export const UndoInput = z.object({ decision_id: z.uuid() });
export const UndoManyInput = z.object({ decision_ids: z.array(z.uuid()).min(1).max(limits.decisionsMax) });

/** What became of one item of several: the others are decided whatever happened to this one. */
export const DecideResult = z.object({
  /** Of the item, or of the decision where decisions are undone. */
  id: z.uuid(),
  decision_id: z.uuid().nullable(),
  /** Why not; null = done. */
  error: z.string().nullable(),
});
export type DecideResult = z.infer<typeof DecideResult>;

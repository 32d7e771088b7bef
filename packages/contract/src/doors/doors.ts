import { z } from 'zod';
import { Category } from '../analysis/categories.ts';
import * as limits from '../limits.ts';
import { Pagination } from '../media/media.ts';
import { Day } from '../times.ts';

/** Doors: addresses that speak the protocol of other software, and `chat`, which speaks to it. Source: doors-and-trust, part A. */
export const DoorName = z.enum(['openai', 'misskey', 'checker', 'rekognition', 'oip', 'mcp', 'tus', 's3', 'chat']);
export type DoorName = z.infer<typeof DoorName>;
export const doorNames: readonly DoorName[] = DoorName.options;

/** Doors through which something is judged without being kept. */
export const CheckDoor = DoorName.extract(['openai', 'misskey', 'checker', 'rekognition', 'oip', 'mcp']);
export type CheckDoor = z.infer<typeof CheckDoor>;

/** Which checks become items of Content Review; `flagged` = failed, or a person should look. */
export const KeepChecks = z.enum(['none', 'flagged', 'all']);
export type KeepChecks = z.infer<typeof KeepChecks>;

/** What a door that knows two answers says when a person should look. */
export const OnReview = z.enum(['pass', 'flag']);
export type OnReview = z.infer<typeof OnReview>;

/** How an account's doors answer. */
export const DoorSettings = z.object({
  keep: KeepChecks,
  on_review: OnReview,
  /** What Misskey is told of a picture that could not be judged. */
  misskey_on_error: z.enum(['error', 'flag']),
  /** Whether a token with the scope decide may decide through MCP. */
  mcp_decisions: z.boolean(),
});
export type DoorSettings = z.infer<typeof DoorSettings>;

export const defaultDoorSettings: DoorSettings = {
  keep: 'none',
  on_review: 'pass',
  misskey_on_error: 'error',
  mcp_decisions: false,
};

/** Any of the fields; the others stay. An unknown one is refused: a misspelt setting would seem to be saved. */
export const DoorSettingsInput = z.strictObject({
  keep: KeepChecks.exactOptional(),
  on_review: OnReview.exactOptional(),
  misskey_on_error: DoorSettings.shape.misskey_on_error.exactOptional(),
  mcp_decisions: z.boolean().exactOptional(),
});
export type DoorSettingsInput = z.infer<typeof DoorSettingsInput>;

/** `none` = there was no verdict, and nothing was charged. */
export const CheckVerdict = z.enum(['pass', 'review', 'fail', 'none']);
export type CheckVerdict = z.infer<typeof CheckVerdict>;

/** That something was judged without being kept: no content, and for 30 days only. */
export const CheckLine = z.object({
  at: z.iso.datetime(),
  door: CheckDoor,
  /** null = the door proves itself otherwise, or the token is gone. */
  token: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
  verdict: CheckVerdict,
  flagged_categories: z.array(Category),
  policy_version: z.string().nullable(),
});
export type CheckLine = z.infer<typeof CheckLine>;

export const ChecksQuery = z.object({
  door: CheckDoor.optional(),
  /** Days in UTC; the last one counts whole. */
  from: Day.optional(),
  to: Day.optional(),
  page: z.coerce.number().int().min(1).max(limits.pageMax).default(1),
});
export type ChecksQuery = z.infer<typeof ChecksQuery>;

export const CheckList = z.object({ checks: z.array(CheckLine), pagination: Pagination });
export type CheckList = z.infer<typeof CheckList>;

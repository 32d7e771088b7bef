import { z } from 'zod';
import * as limits from '../limits.ts';
import { ManualVerdict } from '../media/decisions.ts';
import { MediaNeighboursQuery } from '../media/media.ts';

const Count = z.int().nonnegative();
const Time = z.iso.datetime();

export const BulkRunInput = z.object({
  action: ManualVerdict,
  /** Key or id of an active label, for a Fail. */
  label: z.string().trim().min(1).max(40).optional(),
  note: z.string().trim().max(limits.noteMaxLength).optional(),
  /** Which items are decided: those that it lets through at the start. */
  filter: MediaNeighboursQuery,
  /** The newest item that the person knows of. Later arrivals are not decided. */
  newest_id: z.uuid(),
});
export type BulkRunInput = z.infer<typeof BulkRunInput>;

/** One verdict for everything that a filter let through, decided by a job. */
export const BulkRun = z.object({
  id: z.uuid(),
  action: ManualVerdict,
  state: z.enum(['running', 'complete', 'cancelled', 'undoing', 'undone']),
  total: Count,
  /** Decided, and not taken back. */
  done: Count,
  left_out: z.object({
    /** Somebody else looked at them. */
    claimed: Count,
    /** Somebody decided them after the start. */
    decided: Count,
    /** Removed, or refused for another reason. */
    failed: Count,
  }),
  /** Taken back. */
  undone: Count,
  /** Until then nobody outside is told, and the whole run can be taken back; null = it runs, or it was taken back. */
  undo_until: Time.nullable(),
  created_at: Time,
  finished_at: Time.nullable(),
});
export type BulkRun = z.infer<typeof BulkRun>;

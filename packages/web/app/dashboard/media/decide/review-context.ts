import type { ManualVerdict, MediaUpload } from '@clearframe/contract';
import { createContext, use } from 'react';
import type { VeilLook } from '../../../shared/media/veil-look.ts';

/** Something that could not be decided or undone: the message of the specification, and why. */
export type DecisionFault = { title: string; reason: string };

export type Review = {
  /** A viewer looks; owners and moderators decide. */
  canDecide: boolean;
  /** Shows the verdict at once, sends it, and rolls back what was refused. */
  decide: (items: readonly MediaUpload[], verdict: ManualVerdict, note?: string) => void;
  /** Takes the last decision back, while its toast is shown. */
  undoLast: () => void;
  fault: DecisionFault | null;
  dismissFault: () => void;
  /** The item whose decision was taken back last: the list goes back to it. */
  undone: { id: string } | null;
  /** The item that was looked at last: the list begins at it. */
  lookedAt: string | null;
  setLookedAt: (id: string) => void;
  veil: VeilLook;
  setVeil: (look: VeilLook) => void;
  /** Whether keys act. */
  shortcuts: boolean;
  setShortcuts: (on: boolean) => void;
};

export const ReviewContext = createContext<Review | null>(null);

/** What the pages of Content Review share. */
export function useReview(): Review {
  const review = use(ReviewContext);
  if (!review) throw new Error('ReviewProvider is missing around this component');
  return review;
}

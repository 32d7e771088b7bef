import type { ManualVerdict, MediaUpload } from '@clearframe/contract';
import { createContext, use } from 'react';
import type { LostRace } from './situation.ts';
import type { useManner } from './use-manner.ts';

/** Something that could not be decided or undone: the message of the specification, and why. */
export type DecisionFault = {
  title: string;
  reason: string;
  /** The items that it is about. */
  ids: readonly string[];
  /** Title of the one, or how many they are. */
  what: string;
  /** What can be done about it. */
  act?: { label: string; run: () => void };
  /** The item that somebody else decided first. */
  lost?: { id: string; name: string };
};

export type DecideOptions = {
  note?: string;
  /** Id of the reason of a Fail; null = the usual one. */
  label?: string | null;
  /** Also where somebody else looks at the item. */
  override?: boolean;
  /** Title of the item that comes now. */
  next?: string | undefined;
};

export type Review = {
  /** A viewer looks; owners and moderators decide. */
  canDecide: boolean;
  /** Shows the verdict at once, sends it, and rolls back what was refused. */
  decide: (items: readonly MediaUpload[], verdict: ManualVerdict, options?: DecideOptions) => void;
  /** Takes the last decision back, while it can be undone. */
  undoLast: () => void;
  /** The item of that decision, while it can be taken back; null = none, or several. */
  justDecided: string | null;
  /** The person's own verdict that the decisions of an item do not tell of yet, since the server has not answered; null = none. */
  unread: (item: Pick<MediaUpload, 'id' | 'decisions'>) => ManualVerdict | null;
  /** The decision that was not applied last, because somebody else was first. */
  lost: LostRace | null;
  /** Since the pages of Content Review were opened. */
  decidedCount: number;
  /** When each decision on one item was made, in ms of the page's own clock. */
  decidedAt: readonly number[];
  /** When flagged media was revealed, each item once a day, in ms of the page's own clock. */
  revealedAt: readonly number[];
  fault: DecisionFault | null;
  dismissFault: () => void;
  /** The item whose decision was taken back last, and when by the page's own clock: the list goes back to it. */
  undone: { id: string; at: number } | null;
  /** The item that was looked at last: the list begins at it. */
  lookedAt: string | null;
  setLookedAt: (id: string) => void;
  /** Whether pictures are being compared: the next item goes on with that. */
  comparing: boolean;
  setComparing: (on: boolean) => void;
  /** The page of the list that was shown last. */
  seenPage: number;
  setSeenPage: (page: number) => void;
  /** Whether a decision in the queue brings the next item. */
  advances: boolean;
  setAdvances: (on: boolean) => void;
  /** How they want to see flagged media. */
  manner: ReturnType<typeof useManner>;
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

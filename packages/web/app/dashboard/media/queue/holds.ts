import type { Claim } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';

export type HoldsDeps = {
  /** Claims an item, or goes on with a claim of the same person. Throws ClearframeError. */
  claim: (mediaId: string) => Promise<Claim>;
  /** Throws ClearframeError. */
  renew: (claimId: string) => Promise<Claim>;
  /** Needs no answer: a claim runs out by itself. */
  release: (claimId: string) => void;
  /** Runs a task once what runs now is done. */
  soon: (task: () => void) => void;
};

/** The items that this page holds, so that others see it and leave them alone. */
export type Holds = {
  /** From now on holds these and no others. A page that makes way for another gives nothing back that the next one wants. */
  want: (mediaIds: readonly string[]) => void;
  /** A claim that came with its item. It goes back at once where the page that asked for it is left. */
  adopt: (claim: Claim) => void;
  /** A decision ends the claim on the server. */
  decided: (mediaId: string) => void;
  /** Whether this window holds it, as far as it knows. */
  isHeld: (mediaId: string) => boolean;
  /** Whether somebody else holds one that is wanted. */
  isRefused: (mediaId: string) => boolean;
  /** A decision on it was taken back or refused: where it is wanted still, it is claimed at once, else given back. */
  again: (mediaId: string) => void;
  /** Claims or renews everything that is wanted. */
  refresh: () => void;
  /** Tries once more where somebody else was. */
  retry: (mediaId: string) => void;
  /** Lets everything go, because the page is closed. */
  leave: () => void;
  /** @returns the function that ends it */
  subscribe: (listener: () => void) => () => void;
};

type Hold = { claim: Claim | null; asking: boolean; refused: boolean };

const codeOf = (error: unknown): string | null => (error instanceof ClearframeError ? error.code : null);

/** Keeps claims in step with what the page shows. They keep people apart; that nothing is decided twice is the server's work. */
export function createHolds({ claim, renew, release, soon }: HoldsDeps): Holds {
  const holds = new Map<string, Hold>();
  const listeners = new Set<() => void>();
  let wanted: ReadonlySet<string> = new Set();
  /** Those whose page has not said yet that it wants them: given back meanwhile, somebody else would take them. */
  const adopted = new Set<string>();
  /** The claim of the item that was decided last: it lasts where the decision is refused. */
  const ended = new Map<string, Claim>();
  let isDue = false;

  const mark = (hold: Hold, refused: boolean) => {
    hold.refused = refused;
    for (const listener of listeners) listener();
  };
  const ask = async (mediaId: string, hold: Hold): Promise<void> => {
    if (hold.asking) return;
    hold.asking = true;
    const before = hold.claim;
    try {
      hold.claim = await (before ? renew(before.id) : claim(mediaId));
      mark(hold, false);
    } catch (error) {
      const code = codeOf(error);
      // Without an answer nobody knows, and the lease may well hold.
      if (code !== null) hold.claim = null;
      mark(hold, code === 'claimed');
    }
    hold.asking = false;
    const now = holds.get(mediaId);
    // One that holds it again has the same claim of the same person.
    if (now !== hold) {
      if (!now) letGo(hold);
    } else if (before && !hold.claim) await ask(mediaId, hold);
  };
  const letGo = (hold: Hold) => {
    if (hold.claim && !hold.asking) release(hold.claim.id);
  };
  const settle = () => {
    isDue = false;
    for (const [mediaId, hold] of holds) {
      if (wanted.has(mediaId) || adopted.has(mediaId)) continue;
      holds.delete(mediaId);
      letGo(hold);
    }
    for (const mediaId of wanted) if (!holds.has(mediaId)) begin(mediaId);
  };
  const begin = (mediaId: string) => {
    const hold: Hold = { claim: null, asking: false, refused: false };
    holds.set(mediaId, hold);
    void ask(mediaId, hold);
  };

  return {
    want(mediaIds) {
      wanted = new Set(mediaIds);
      adopted.clear();
      if (!isDue) soon(settle);
      isDue = true;
    },
    adopt(made) {
      const known = holds.get(made.media_id);
      if (known && !known.asking && !known.claim) {
        // It was somebody else's before.
        known.claim = made;
        mark(known, false);
      } else if (!known && wanted.size === 0) release(made.id);
      else if (!known) {
        holds.set(made.media_id, { claim: made, asking: false, refused: false });
        adopted.add(made.media_id);
      }
    },
    decided(mediaId) {
      const { claim: made } = holds.get(mediaId) ?? {};
      holds.delete(mediaId);
      ended.clear();
      if (made) ended.set(mediaId, made);
    },
    again(mediaId) {
      const made = ended.get(mediaId);
      ended.delete(mediaId);
      if (holds.has(mediaId)) return;
      if (wanted.has(mediaId)) begin(mediaId);
      else if (made) release(made.id);
    },
    isHeld: (mediaId) => holds.get(mediaId)?.claim != null,
    isRefused: (mediaId) => holds.get(mediaId)?.refused ?? false,
    refresh() {
      for (const mediaId of wanted) {
        const hold = holds.get(mediaId);
        if (hold) void ask(mediaId, hold);
        else begin(mediaId);
      }
    },
    retry(mediaId) {
      const hold = holds.get(mediaId);
      if (hold?.refused) void ask(mediaId, hold);
    },
    leave() {
      for (const hold of holds.values()) letGo(hold);
      holds.clear();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

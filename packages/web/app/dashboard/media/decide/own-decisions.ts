import type { DecideResult, ManualVerdict, MediaUpload } from '@clearframe/contract';

type Known = Pick<MediaUpload, 'id' | 'decisions'>;
type Results = Promise<readonly DecideResult[]>;
type Made = {
  verdict: ManualVerdict;
  results: Results;
  /** null = it is not answered yet. */
  decisionId: string | null;
  /** It was refused, or taken back. */
  isOut: boolean;
  before: Made | undefined;
};

const knows = ({ decisions }: Known, id: string): boolean => decisions.some((decision) => decision.id === id);

/** The newest that was not refused, once that is known. @returns its id */
async function answeredOf(made: Made | undefined): Promise<string | null> {
  if (!made) return null;
  await made.results.catch(() => undefined);
  return made.decisionId ?? (await answeredOf(made.before));
}

/** What one person decided, for as long as the page has not read it: it stands, and the next decision on the item names it. */
export function createOwnDecisions() {
  const newest = new Map<string, Made>();
  /** Undos on their way: the next decision waits for them. */
  const ending = new Map<string, Promise<unknown>>();
  const standing = (id: string): Made | undefined => {
    let made = newest.get(id);
    while (made?.isOut) made = made.before;
    return made;
  };
  return {
    add: (items: readonly Pick<MediaUpload, 'id'>[], verdict: ManualVerdict, results: Results) => {
      for (const { id } of items) {
        const made: Made = { verdict, results, decisionId: null, isOut: false, before: newest.get(id) };
        newest.set(id, made);
        const end = (answered: readonly DecideResult[]) => {
          made.decisionId = answered.find((result) => result.id === id)?.decision_id ?? null;
          if (made.decisionId === null) made.isOut = true;
        };
        results.then(end, () => end([]));
      }
    },
    /**
     * Those decisions on the items are being taken back.
     * @param refused the items whose decision stays, once that is known
     */
    takeBack: (ids: Iterable<string>, results: Results, refused: Promise<readonly string[]>) => {
      for (const id of ids) {
        let made = newest.get(id);
        while (made && made.results !== results) made = made.before;
        if (!made) continue;
        const taken = made;
        taken.isOut = true;
        const ended = refused.then((items) => {
          if (items.includes(id)) taken.isOut = false;
        });
        ending.set(id, ended);
      }
    },
    /** The verdict that the decisions of an item do not tell of yet; null = none. */
    unread: (item: Known): ManualVerdict | null => {
      const made = standing(item.id);
      return !made || (made.decisionId !== null && knows(item, made.decisionId)) ? null : made.verdict;
    },
    /** The newest decision that its maker knows of, once their own before it is answered; null = none. */
    lastSeen: async (item: Known): Promise<string | null> => {
      const made = newest.get(item.id);
      await ending.get(item.id);
      const own = await answeredOf(made);
      return own && !knows(item, own) ? own : (item.decisions.at(-1)?.id ?? null);
    },
  };
}

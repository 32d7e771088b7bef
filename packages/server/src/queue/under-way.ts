/** Runs of jobs under way in this process, and how each is given back. */
export type UnderWay = {
  /** @returns the function that takes it out again, at its end */
  enter(giveBack: () => Promise<unknown>): () => void;
  /** Gives all of them back, so that others take them at once; what these runs still say touches nothing. */
  handOver(onError: (error: unknown) => void): Promise<void>;
};

export function createUnderWay(): UnderWay {
  const runs = new Set<() => Promise<unknown>>();
  return {
    enter(giveBack) {
      const own = () => giveBack();
      runs.add(own);
      return () => void runs.delete(own);
    },
    async handOver(onError) {
      await Promise.all([...runs].map((giveBack) => giveBack().catch(onError)));
    },
  };
}

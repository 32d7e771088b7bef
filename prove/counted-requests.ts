import { exactly, type Figure, told } from './fleet/report.ts';

/** Requests to one address, each counted for what went on when it began. */
type CountedRequests = {
  /** As `fetch`. Whatever is no success counts as failed, also where the caller asks again. */
  fetch: typeof fetch;
  /** From now on requests count for this, beside those that did before. */
  enter(phase: string): void;
  /** Two for each phase: how many there were, and how many failed. */
  figures(): Figure[];
};

/** @param print told of each request that failed */
export function countRequests(print: (line: string) => void): CountedRequests {
  const phases = new Map<string, { asked: number; failed: number }>();
  let phase = { asked: 0, failed: 0 };
  return {
    enter(name) {
      phase = phases.get(name) ?? { asked: 0, failed: 0 };
      phases.set(name, phase);
      print(name);
    },
    async fetch(input, init) {
      const began = phase;
      began.asked += 1;
      const fail = (why: string): void => {
        began.failed += 1;
        const address = input instanceof Request ? input.url : String(input);
        print(`failed: ${init?.method ?? 'GET'} ${new URL(address).pathname}: ${why}`);
      };
      try {
        const answer = await fetch(input, init);
        if (!answer.ok) fail(`${answer.status} ${(await answer.clone().text()).slice(0, 200)}`);
        return answer;
      } catch (error) {
        const cause = error instanceof Error && error.cause instanceof Error ? `, ${error.cause.message}` : '';
        fail(`${error}${cause}`);
        throw error;
      }
    },
    figures: () =>
      [...phases].flatMap(([name, { asked, failed }]) => [
        told(`requests: ${name}`, asked),
        exactly(`failed: ${name}`, failed, 0),
      ]),
  };
}

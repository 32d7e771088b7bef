import type { DecideResult, MediaUpload } from '@clearframe/contract';

/** What one person decided, for as long as the page has not read it: the next decision on the item names it. */
export function createOwnDecisions() {
  const made = new Map<string, Promise<readonly DecideResult[]>>();
  return {
    add: (items: readonly Pick<MediaUpload, 'id'>[], results: Promise<readonly DecideResult[]>) => {
      for (const { id } of items) made.set(id, results);
    },
    /** The newest decision that its maker knows of, once their own before it is answered; null = none. */
    lastSeen: async ({ id, decisions }: Pick<MediaUpload, 'id' | 'decisions'>): Promise<string | null> => {
      const results = (await made.get(id)?.catch(() => undefined)) ?? [];
      const own = results.find((result) => result.id === id)?.decision_id;
      return own && !decisions.some((decision) => decision.id === own) ? own : (decisions.at(-1)?.id ?? null);
    },
  };
}

import {
  type KeywordHits,
  type KeywordRule,
  type KeywordRules,
  type KeywordSettingsInput,
  keywordsEndpoints,
  normaliseText,
} from '@clearframe/contract';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';
import { keys } from '../../shared/api/keys.ts';
import { againMs } from './again-ms.ts';
import { policyQuery } from './policy-query.ts';
import { useSettled } from './use-settled.ts';

/** Both lists with how they are matched. */
export type Lists = KeywordRules;

const words = (rules: readonly KeywordRule[]) => rules.map(({ text }) => text);
const ways = (rules: readonly KeywordRule[]) => rules.map(({ match }) => match);

/** The lists as they are sent. */
export const bodyOf = ({ forbidden, required, leetspeak }: Lists): KeywordSettingsInput => ({
  forbidden_keywords: words(forbidden),
  required_keywords: words(required),
  forbidden_matches: ways(forbidden),
  required_matches: ways(required),
  leetspeak,
});

/** Words as the server keeps them, with the ways that are known for them. */
const withWays = (keywords: readonly string[], known: readonly KeywordRule[]): KeywordRule[] => {
  const byWord = new Map(known.map(({ text, match }) => [text, match]));
  return keywords.map((text) => ({ text, match: byWord.get(text) ?? 'partial' }));
};

/** Both lists. Read when the page opens and never behind somebody's back while they edit. */
export const keywordsQuery = queryOptions({
  queryKey: keys.keywords,
  queryFn: async ({ client, signal }): Promise<Lists> => {
    const [{ keyword_settings: saved }, policy] = await Promise.all([
      call(keywordsEndpoints.getKeywords, { signal }),
      client.fetchQuery(policyQuery),
    ]);
    const { forbidden, required, leetspeak } = policy.content.keywords;
    return {
      forbidden: withWays(saved.forbiddenKeywords, forbidden),
      required: withWays(saved.requiredKeywords, required),
      leetspeak,
    };
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** The two presets; they change only with the server's version. */
export const presetsQuery = queryOptions({
  queryKey: keys.keywordPresets,
  queryFn: async ({ signal }) => (await call(keywordsEndpoints.keywordPresets, { signal })).presets,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Saves both lists and gives them as the server keeps them. */
export function useSaveKeywords(onSaved: (kept: Lists, sent: Lists) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (sent: Lists): Promise<Lists> => {
      const { keyword_settings: saved } = await call(keywordsEndpoints.saveKeywords, { body: bodyOf(sent) });
      return {
        forbidden: withWays(saved.forbiddenKeywords, sent.forbidden),
        required: withWays(saved.requiredKeywords, sent.required),
        leetspeak: sent.leetspeak,
      };
    },
    onSuccess: (kept, sent) => {
      queries.setQueryData(keywordsQuery.queryKey, kept);
      for (const queryKey of [keys.policy, keys.policies, keys.whatIf.all, keys.writing])
        void queries.invalidateQueries({ queryKey });
      onSaved(kept, sent);
    },
  });
}

export type HitCounts = { checked: number; isComplete: boolean; forbidden: Map<string, number>; required: Map<string, number> };

const byKeyword = (rules: readonly KeywordRule[], counts: readonly number[]) =>
  new Map(rules.map(({ text }, index) => [normaliseText(text), counts[index] ?? 0]));

const countsOf = ({ forbidden, required }: Lists, hits: KeywordHits): HitCounts => ({
  checked: hits.items_checked,
  isComplete: hits.is_complete,
  forbidden: byKeyword(forbidden, hits.forbidden),
  required: byKeyword(required, hits.required),
});

/** There was time for none of the items: nobody knows of hits. */
const countedNone = ({ checked, isComplete }: HitCounts): boolean => checked === 0 && !isComplete;

/** What the lists as they stand would find in the newest items, by a keyword's normal form. Undefined until it is known. */
export function useHits(lists: Lists, enabled: boolean): HitCounts | undefined {
  const settled = useSettled(lists);
  const { data } = useQuery({
    queryKey: keys.keywordHits(settled),
    queryFn: async ({ signal }) => {
      return countsOf(settled, await call(keywordsEndpoints.keywordHits, { body: bodyOf(settled), signal }));
    },
    enabled,
    placeholderData: keepPreviousData,
    // A help beside the lists: its failure is no reason to ask again and again.
    retry: false,
    refetchInterval: ({ state: { data: hits, dataUpdateCount } }) =>
      hits !== undefined && countedNone(hits) && againMs(dataUpdateCount),
    staleTime: 60_000,
  });
  return data && countedNone(data) ? undefined : data;
}

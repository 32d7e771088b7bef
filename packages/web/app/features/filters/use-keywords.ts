import { endpoints, type KeywordHits, normaliseText } from '@clearframe/contract';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api.ts';
import { useSettled } from './use-settled.ts';

export type Lists = { forbidden: string[]; required: string[] };

/** Both lists. Read when the page opens and never behind somebody's back while they edit. */
export const keywordsQuery = queryOptions({
  queryKey: ['keywords'],
  queryFn: async ({ signal }): Promise<Lists> => {
    const { keyword_settings: saved } = await call(endpoints.getKeywords, { signal });
    return { forbidden: saved.forbiddenKeywords, required: saved.requiredKeywords };
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** The two presets; they change only with the server's version. */
export const presetsQuery = queryOptions({
  queryKey: ['keyword-presets'],
  queryFn: async ({ signal }) => (await call(endpoints.keywordPresets, { signal })).presets,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Saves both lists and gives them as the server keeps them. */
export function useSaveKeywords(onSaved: (kept: Lists, sent: Lists) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ forbidden, required }: Lists) => {
      const body = { forbidden_keywords: forbidden, required_keywords: required };
      const { keyword_settings: saved } = await call(endpoints.saveKeywords, { body });
      return { forbidden: saved.forbiddenKeywords, required: saved.requiredKeywords };
    },
    onSuccess: (kept, sent) => {
      queries.setQueryData(keywordsQuery.queryKey, kept);
      onSaved(kept, sent);
    },
  });
}

export type HitCounts = { checked: number; isComplete: boolean; forbidden: Map<string, number>; required: Map<string, number> };

const byKeyword = (keywords: readonly string[], counts: readonly number[]) =>
  new Map(keywords.map((keyword, index) => [normaliseText(keyword), counts[index] ?? 0]));

const countsOf = ({ forbidden, required }: Lists, hits: KeywordHits): HitCounts => ({
  checked: hits.items_checked,
  isComplete: hits.is_complete,
  forbidden: byKeyword(forbidden, hits.forbidden),
  required: byKeyword(required, hits.required),
});

/** What the lists as they stand would find in the newest items, by a keyword's normal form. Undefined until it is known. */
export function useHits(lists: Lists, enabled: boolean): HitCounts | undefined {
  const settled = useSettled(lists);
  const { data } = useQuery({
    queryKey: ['keyword-hits', settled],
    queryFn: async ({ signal }) => {
      const body = { forbidden_keywords: settled.forbidden, required_keywords: settled.required };
      return countsOf(settled, await call(endpoints.keywordHits, { body, signal }));
    },
    enabled,
    placeholderData: keepPreviousData,
    // A help beside the lists: its failure is no reason to ask again and again.
    retry: false,
    staleTime: 60_000,
  });
  return data;
}

import { z } from 'zod';
import type { EndpointTable } from '../endpoint.ts';
import { KeywordHits, KeywordSettings, KeywordSettingsInput, WordList, WordListSource } from './keywords.ts';

/** Keyword filters. */
export const keywordsEndpoints = {
  getKeywords: {
    method: 'GET',
    path: '/keyword-settings',
    access: 'session',
    action: 'keywords.read',
    data: z.object({ keyword_settings: KeywordSettings }),
  },
  saveKeywords: {
    method: 'POST',
    path: '/keyword-settings',
    access: 'session',
    action: 'keywords.edit',
    body: KeywordSettingsInput,
    data: z.object({ keyword_settings: KeywordSettings }),
  },
  /** What lists would find in the newest items, before they are saved. Changes nothing. */
  keywordHits: {
    method: 'POST',
    path: '/keyword-settings/hits',
    access: 'session',
    action: 'keywords.edit',
    body: KeywordSettingsInput,
    data: KeywordHits,
  },
  keywordPresets: {
    method: 'GET',
    path: '/keyword-settings/presets',
    access: 'session',
    action: 'keywords.read',
    data: z.object({ presets: z.object({ forbidden: z.array(z.string()), required: z.array(z.string()) }) }),
  },
  /** The words of every language, meant to be added as whole words. */
  wordLists: {
    method: 'GET',
    path: '/keyword-settings/word-lists',
    access: 'session',
    action: 'keywords.read',
    data: z.object({ word_lists: z.array(WordList), source: WordListSource }),
  },
} as const satisfies EndpointTable;

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tidyKeywords, type WordList } from '@clearframe/contract';
import { z } from 'zod';

/** Whose words these are. Their licence asks for this beside them. */
export const wordListSource = {
  name: 'List of Dirty, Naughty, Obscene, and Otherwise Bad Words',
  url: 'https://github.com/LDNOOBW/List-of-Dirty-Naughty-Obscene-and-Otherwise-Bad-Words',
  licence: 'CC BY 4.0',
  licence_url: 'https://creativecommons.org/licenses/by/4.0/',
};

/** Language tag, English name, and the file where it has another name. Klingon, three words, is left out. */
const languages: readonly [tag: string, name: string, file?: string][] = [
  ['ar', 'Arabic'],
  ['zh', 'Chinese'],
  ['cs', 'Czech'],
  ['da', 'Danish'],
  ['nl', 'Dutch'],
  ['en', 'English'],
  ['eo', 'Esperanto'],
  ['fil', 'Filipino'],
  ['fi', 'Finnish'],
  ['fr', 'French'],
  ['fr-CA', 'French (Canada)', 'fr-CA-u-sd-caqc'],
  ['de', 'German'],
  ['hi', 'Hindi'],
  ['hu', 'Hungarian'],
  ['it', 'Italian'],
  ['ja', 'Japanese'],
  ['kab', 'Kabyle'],
  ['ko', 'Korean'],
  ['no', 'Norwegian'],
  ['fa', 'Persian'],
  ['pl', 'Polish'],
  ['pt', 'Portuguese'],
  ['ru', 'Russian'],
  ['es', 'Spanish'],
  ['sv', 'Swedish'],
  ['th', 'Thai'],
  ['tr', 'Turkish'],
];

const { resolve } = createRequire(import.meta.url);
const Words = z.array(z.string());

async function readList([language, name, file = language]: (typeof languages)[number]): Promise<WordList> {
  const words = Words.parse(JSON.parse(await readFile(resolve(`naughty-words/${file}.json`), 'utf8')));
  return { language, name, keywords: tidyKeywords(words) };
}

let lists: Promise<WordList[]> | undefined;

/** Words by language, by name of language. Read when first asked for; a failed reading is repeated by the next request. */
export function readWordLists(): Promise<WordList[]> {
  lists ??= Promise.all(languages.map(readList)).catch((error: unknown) => {
    lists = undefined;
    throw error;
  });
  return lists;
}

import { keywordsEndpoints, limits, type WordList } from '@clearframe/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { formatCount } from '../../../shared/format/format.ts';
import { LoadFault } from '../../ui/load-fault.tsx';
import scopesStyles from '../../ui/scopes.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Row } from './keyword-rows.ts';
import { languagesIn, roomIn, switchLanguage } from './switch-language.ts';
import styles from './word-lists.module.css';

/** Words by language; they change only with the server's version. */
const wordListsQuery = queryOptions({
  queryKey: keys.wordLists,
  queryFn: ({ signal }) => call(keywordsEndpoints.wordLists, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

type WordListsProps = { rows: readonly Row[]; setRows: Dispatch<SetStateAction<readonly Row[]>> };

/** A box for each language, which brings its words into the list or takes them out. */
export function WordLists({ rows, setRows }: WordListsProps) {
  const lists = useQuery(wordListsQuery);
  const [told, setTold] = useState('');
  const on = useMemo(() => languagesIn(rows, lists.data?.word_lists ?? []), [rows, lists.data]);
  if (lists.isError) return <LoadFault title="Could not load the languages" query={lists} />;
  if (!lists.data) {
    return (
      <div className={styles.languages} aria-busy="true" role="status" aria-label="Loading languages">
        {[1, 2, 3, 4, 5, 6].map((line) => (
          <Skeleton shape="row" key={line} />
        ))}
      </div>
    );
  }
  const { word_lists, source } = lists.data;
  const press = (list: WordList, wanted: boolean) => {
    const made = switchLanguage(rows, list, word_lists, wanted);
    setRows(made.rows);
    setTold(made.told);
  };
  return (
    <>
      <fieldset className={styles.languages}>
        <legend className="visually-hidden">Languages in the forbidden list</legend>
        {word_lists.map((list) => (
          <label key={list.language} className={scopesStyles.scope}>
            <input type="checkbox" checked={on.has(list.language)} onChange={(event) => press(list, event.target.checked)} />
            <span>
              {list.name}
              <small>
                {formatCount(list.keywords.length)} {list.keywords.length === 1 ? 'word' : 'words'}
              </small>
            </span>
          </label>
        ))}
      </fieldset>
      <p role="status" className={styles.told}>
        {told}
      </p>
      <p className="muted">
        Your list has room for {formatCount(roomIn(rows))} of {limits.keywordsMax} keywords. These words match as whole words, so
        other forms are not found. Unticking a language removes its words, also those you typed.
      </p>
      <p className="muted">
        Source:{' '}
        <a className="link" href={source.url}>
          {source.name}
        </a>
        , licence{' '}
        <a className="link" href={source.licence_url}>
          {source.licence}
        </a>
        . The lists can miss words and hold harmless ones. Read them before you save.
      </p>
    </>
  );
}

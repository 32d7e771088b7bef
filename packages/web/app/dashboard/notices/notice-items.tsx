import { limits, type Notice } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { BlankShot, MediaShot } from '../../shared/media/media-shot.tsx';
import { Button } from '../../shared/ui/button.tsx';
import fieldStyles from '../../shared/ui/field.module.css';
import { titleOf } from '../../shared/verdict/verdict.ts';
import { isMissing } from '../shell/api/is-missing.ts';
import { mediaItemQuery } from '../shell/api/media-item-query.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { LinkItem } from './link-item.tsx';
import { alikeWords, headingOf, searchWords } from './notice-words.ts';
import styles from './notices.module.css';

/** Each picture is one call, so only so many come at a time. */
const FIRST = 8;
const MORE = 20;

/** What a person decides about; left out for those who only read. */
type Choice = { chosen: readonly string[]; onChoose: (ids: readonly string[]) => void };
type NoticeItemsProps = { notice: Notice; choice?: Choice };

/** The item that a notice is about, and its copies, all of them veiled whatever their verdict. */
export function NoticeItems({ notice, choice }: NoticeItemsProps) {
  const { media, copies } = notice;
  const [shown, setShown] = useState(FIRST);
  if (media === null)
    return (
      <div className={styles.part}>
        <h3>No item</h3>
        {choice ? (
          <LinkItem notice={notice} />
        ) : (
          <p className="muted">{notice.decision ? 'No item was linked.' : 'Nobody has linked an item yet.'}</p>
        )}
      </div>
    );
  const items = [{ id: media.id, words: 'reported' }, ...copies.map((copy) => ({ id: copy.media_id, words: alikeWords(copy) }))];
  return (
    <div className={styles.part}>
      <div className="row between wrap">
        <h3>{headingOf(notice)}</h3>
        {choice && copies.length > 0 ? <All ids={items.map(({ id }) => id)} {...choice} /> : null}
      </div>
      {notice.copies_complete ? null : <p className="muted">{searchWords(notice)}</p>}
      <ul className={styles.items}>
        {items.slice(0, shown).map((item) => (
          <Item key={item.id} {...item} choice={copies.length > 0 ? choice : undefined} />
        ))}
      </ul>
      {items.length > shown ? (
        <Button size="small" onClick={() => setShown(shown + MORE)}>
          Show {Math.min(MORE, items.length - shown)} more
        </Button>
      ) : null}
      {choice ? (
        <details className={styles.other}>
          <summary>Link another item</summary>
          <LinkItem notice={notice} />
        </details>
      ) : null}
    </div>
  );
}

function All({ ids, chosen, onChoose }: Choice & { ids: readonly string[] }) {
  const isAll = ids.every((id) => chosen.includes(id));
  return (
    <label className={fieldStyles.check}>
      <input type="checkbox" checked={isAll} onChange={() => onChoose(isAll ? [] : ids)} />
      Decide all {ids.length}
      {ids.length > limits.noticeItemsMax ? `, at most ${limits.noticeItemsMax} at a time` : ''}
    </label>
  );
}

type ItemProps = { id: string; words: string; choice: Choice | undefined };

function Item({ id, words, choice }: ItemProps) {
  const item = useQuery(mediaItemQuery(id));
  const name = item.data ? titleOf(item.data) : 'Item';
  const isChosen = choice?.chosen.includes(id) === true;
  return (
    <li>
      {item.data ? <MediaShot media={item.data} alwaysVeiled /> : null}
      {item.isPending ? <Skeleton shape="print" /> : null}
      {item.isError && !item.data ? (
        <BlankShot>{isMissing(item.error) ? 'It was deleted' : 'Could not load it'}</BlankShot>
      ) : null}
      <div className={styles.caption}>
        {choice ? (
          <input
            type="checkbox"
            aria-label={`Decide ${name}, ${words}`}
            checked={isChosen}
            onChange={() => choice.onChoose(isChosen ? choice.chosen.filter((one) => one !== id) : [...choice.chosen, id])}
          />
        ) : null}
        <small>
          <Link className="link" dir="auto" to={`/dashboard/media/${id}`}>
            {name}
          </Link>
          <span className="block">{words}</span>
        </small>
      </div>
    </li>
  );
}

import type { Notice } from '@clearframe/contract';
import { Link } from 'react-router';
import { Time } from '../../shared/ui/time.tsx';
import { kindWords, senderOf } from '../shell/notices/notice-sender.ts';
import { NoticeTime } from '../shell/notices/notice-time.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { outcomeWords } from './notice-words.ts';
import styles from './notices.module.css';
import { type NoticesView, noticesAddress } from './notices-address.ts';

type NoticeListProps = { view: NoticesView; notices: readonly Notice[]; shown: string; hasKeys: boolean };

/** One line each: who wrote, how long it may wait, and how it begins. */
export function NoticeList({ view, notices, shown, hasKeys }: NoticeListProps) {
  return (
    <>
      <ol className={styles.list}>
        {notices.map((notice) => (
          <li key={notice.id}>
            <Link id={notice.id} to={noticesAddress(view, notice.id)} aria-current={notice.id === shown ? 'true' : undefined}>
              <span className="row between">
                <b className="truncate" dir="auto">
                  {senderOf(notice)}
                </b>
                {notice.decision ? <small>{outcomeWords[notice.decision.outcome]}</small> : <NoticeTime dueAt={notice.due_at} />}
              </span>
              <span className={styles.beginning} dir="auto">
                {notice.explanation}
              </span>
              <small>
                {kindWords[notice.kind]} · <Time at={notice.received_at} />
              </small>
            </Link>
          </li>
        ))}
      </ol>
      <p className={styles.foot}>
        {view.tab === 'open' ? 'The next deadline comes first.' : 'The newest answer comes first.'}
        {hasKeys ? (
          <span className="not-on-phones" aria-hidden="true">
            {' '}
            <KeyHint>J</KeyHint> <KeyHint>K</KeyHint> move.
          </span>
        ) : null}
      </p>
    </>
  );
}

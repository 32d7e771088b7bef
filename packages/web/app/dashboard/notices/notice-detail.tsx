import type { Notice } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, FileQuestionMark, MailCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Badge } from '../../shared/ui/badge.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { LinkButton } from '../../shared/ui/button.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { isMissing } from '../shell/api/is-missing.ts';
import { kindWords, senderOf } from '../shell/notices/notice-sender.ts';
import { NoticeTime } from '../shell/notices/notice-time.tsx';
import { useMay } from '../shell/role/use-may.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { NoticeAnswer, type Refused } from './notice-answer.tsx';
import { NoticeItems } from './notice-items.tsx';
import { noticeQuery, noticesQuery } from './notice-queries.ts';
import { groundWords, outcomeWords, placeOf } from './notice-words.ts';
import styles from './notices.module.css';

/** One notice: what it says, the item and its copies, and the answer. */
export function NoticeDetail({ id }: { id: string }) {
  const notice = useQuery(noticeQuery(id));
  if (isMissing(notice.error))
    return (
      <section className="card">
        <EmptyState
          icon={FileQuestionMark}
          title="Notice not found"
          action={<LinkButton to="/dashboard/notices">Open notices</LinkButton>}
        >
          The link is incomplete, or belongs to another account.
        </EmptyState>
      </section>
    );
  if (notice.data) return <Loaded notice={notice.data} />;
  if (notice.isError) return <LoadFault title="Failed to load the notice" query={notice} />;
  return (
    <section aria-busy="true" aria-label="Loading the notice">
      <Skeleton shape="block" />
    </section>
  );
}

function Loaded({ notice }: { notice: Notice }) {
  const [isDone, setDone] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  return (
    <section className="card" aria-labelledby="notice-h">
      <div className="card-header">
        <h2 id="notice-h">
          Notice {notice.number}: {kindWords[notice.kind]}
        </h2>
        {notice.decision ? (
          <Badge look="off" icon={CircleCheck}>
            {outcomeWords[notice.decision.outcome]}
          </Badge>
        ) : (
          <NoticeTime dueAt={notice.due_at} />
        )}
      </div>
      <div className={`card-body ${styles.parts}`}>
        <Said notice={notice} />
        {refused ? (
          <Banner kind="info" title={refused.title} details={<p className={styles.typed}>{refused.answer}</p>}>
            This answer was not sent:
          </Banner>
        ) : null}
        {notice.decision ? (
          <>
            <NoticeItems notice={notice} />
            <Outcome id={notice.id} decision={notice.decision} hasMail={notice.notifier?.email != null} isDone={isDone} />
          </>
        ) : (
          // Another linked item is another choice of items.
          <Work key={notice.media?.id ?? ''} notice={notice} onDone={() => setDone(true)} onRefused={setRefused} />
        )}
      </div>
    </section>
  );
}

/** From whom, by which law, where, and in which words. */
function Said({ notice }: { notice: Notice }) {
  const { notifier, item_url: itemUrl, media } = notice;
  const place = placeOf(itemUrl);
  return (
    <dl className={styles.facts}>
      <Fact name="From">
        <bdi>{senderOf(notice)}</bdi>
        {notifier?.name && notifier.email ? (
          <>
            , <bdi>{notifier.email}</bdi>
          </>
        ) : null}
        {notifier?.on_behalf_of ? (
          <>
            , for <bdi>{notifier.on_behalf_of}</bdi>
          </>
        ) : null}
      </Fact>
      <Fact name="Law named">{notice.legal_reference ?? 'None'}</Fact>
      <Fact name="Ground">{groundWords[notice.ground]}</Fact>
      <Fact name="Where">
        {place.url === null ? (
          (itemUrl === null && media?.name) || place.words
        ) : (
          <a className="link" href={place.url} target="_blank" rel="noreferrer nofollow">
            {place.words}
          </a>
        )}
      </Fact>
      <Fact name="Says">
        <span className={styles.typed}>{notice.explanation}</span>
      </Fact>
      {notice.signature === null ? null : <Fact name="Signed">{notice.signature}</Fact>}
      <Fact name="Received">
        <Time at={notice.received_at} as="dateTime" />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

type WorkProps = { notice: Notice; onDone: () => void; onRefused: (refused: Refused) => void };

/** The items and the form, or why this person cannot decide. Copies that come later are not chosen: nobody has seen them. */
function Work({ notice, onDone, onRefused }: WorkProps) {
  const mayDecide = useMay('notices.decide');
  const [chosen, setChosen] = useState<readonly string[]>(() => itemIds(notice));
  if (mayDecide === null) return <Skeleton shape="block" />;
  if (!mayDecide)
    return (
      <>
        <NoticeItems notice={notice} />
        <p className="muted">You are a viewer. Owners and moderators can answer this notice.</p>
      </>
    );
  return (
    <>
      <NoticeItems notice={notice} choice={{ chosen, onChoose: setChosen }} />
      <NoticeAnswer notice={notice} chosen={chosen} onDone={onDone} onRefused={onRefused} />
    </>
  );
}

const itemIds = ({ media, copies }: Notice): string[] =>
  media === null ? [] : [media.id, ...copies.map((copy) => copy.media_id)];

type OutcomeProps = { id: string; decision: NonNullable<Notice['decision']>; hasMail: boolean; isDone: boolean };

/** The answer, for everybody who opens it later. @param isDone by this person, a moment ago */
function Outcome({ id, decision, hasMail, isDone }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The form that had the focus is gone.
    if (isDone) heading.current?.focus();
  }, [isDone]);
  const count = decision.media_ids.length;
  return (
    <div className={styles.part}>
      <h3 ref={heading} tabIndex={-1}>
        {outcomeWords[decision.outcome]}
        {count > 0 ? `: ${count} ${count === 1 ? 'item' : 'items'}` : ''}
      </h3>
      <p className="muted">
        <bdi>{decision.by}</bdi> · <Time at={decision.at} as="dateTime" />
        {decision.label ? (
          <>
            {' · '}
            <bdi>{decision.label.name}</bdi>
          </>
        ) : null}
      </p>
      <blockquote className={styles.typed} dir="auto">
        {decision.answer}
      </blockquote>
      <p className="row muted">
        <MailCheck className="icon" aria-hidden="true" />
        {hasMail ? 'The answer was mailed.' : 'No address was given. The answer is on the status page.'}
      </p>
      {isDone ? <NextNotice after={id} /> : null}
    </div>
  );
}

/** Leads on, where another notice is open. The list may still hold the one that was just answered. */
function NextNotice({ after }: { after: string }) {
  const { data } = useQuery(noticesQuery({ tab: 'open', page: 1 }));
  if (!data?.notices.some(({ id }) => id !== after)) return null;
  return (
    <p>
      <LinkButton to="/dashboard/notices">Next open notice</LinkButton>
    </p>
  );
}

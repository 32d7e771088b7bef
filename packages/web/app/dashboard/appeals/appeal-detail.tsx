import type { Appeal, Statement } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, FileQuestionMark, Gavel, Hourglass } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Badge } from '../../shared/ui/badge.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { LinkButton } from '../../shared/ui/button.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { statementSettingsQuery } from '../notices/statement-settings-query.ts';
import { isMissing } from '../shell/api/is-missing.ts';
import { mediaItemQuery } from '../shell/api/media-item-query.ts';
import { useMay } from '../shell/role/use-may.ts';
import { useUser } from '../shell/session/require-session.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AppealAnswer, type Refused } from './appeal-answer.tsx';
import { appealQuery, statementQuery } from './appeal-queries.ts';
import { barredFrom } from './appeal-words.ts';
import { AppealedItem } from './appealed-item.tsx';
import styles from './appeals.module.css';
import { type AppealsView, appealsAddress } from './appeals-address.ts';
import { StatementText } from './statement-text.tsx';

type AppealDetailProps = { id: string; view: AppealsView };

/** One appeal: what the uploader wrote, what they were told, the item, who decided before, and the answer. */
export function AppealDetail({ id, view }: AppealDetailProps) {
  const appeal = useQuery(appealQuery(id));
  const statement = useQuery({ ...statementQuery(appeal.data?.statement_id ?? ''), enabled: appeal.data !== undefined });
  if (isMissing(appeal.error))
    return (
      <section className="card">
        <EmptyState
          icon={FileQuestionMark}
          title="Appeal not found"
          action={<LinkButton to={appealsAddress({ status: 'open', page: 1 })}>Open appeals</LinkButton>}
        >
          The link is incomplete, or belongs to another account.
        </EmptyState>
      </section>
    );
  if (appeal.isError && !appeal.data) return <LoadFault title="Failed to load the appeal" query={appeal} />;
  const gone = isMissing(statement.error);
  if (statement.isError && !statement.data && !gone) return <LoadFault title="Failed to load the statement" query={statement} />;
  if (!appeal.data || (!statement.data && !gone))
    return (
      <section aria-busy="true" aria-label="Loading the appeal">
        <Skeleton shape="block" />
      </section>
    );
  return <Loaded appeal={appeal.data} statement={gone ? null : (statement.data ?? null)} view={view} />;
}

const stateBadges = {
  open: (
    <Badge look="wait" icon={Hourglass}>
      Open
    </Badge>
  ),
  upheld: (
    <Badge look="off" icon={Gavel}>
      Upheld
    </Badge>
  ),
  reversed: (
    <Badge look="pass" icon={CircleCheck}>
      Reversed
    </Badge>
  ),
};

type LoadedProps = { appeal: Appeal; statement: Statement | null; view: AppealsView };

/** @param statement null = the Fail was undone, which took the statement with it */
function Loaded({ appeal, statement, view }: LoadedProps) {
  const [isDone, setDone] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  return (
    <section className="card" aria-labelledby="appeal-h">
      <div className="card-header">
        <h2 id="appeal-h">
          Appeal of <Time at={appeal.received_at} as="date" />
        </h2>
        {stateBadges[appeal.outcome ?? 'open']}
      </div>
      <div className={`card-body ${styles.parts}`}>
        <Part title="Their words">
          <blockquote className={styles.typed} dir="auto">
            {appeal.text}
          </blockquote>
        </Part>
        {statement === null ? (
          <p className="muted">The Fail was undone, and its statement with it. Nothing is left to decide.</p>
        ) : (
          <>
            <AppealedItem appeal={appeal} statement={statement} />
            <Part title="The statement, as the uploader reads it">
              <StatementText statement={statement} />
            </Part>
          </>
        )}
        {refused ? (
          <Banner kind="info" title={refused.title} details={<p className={styles.typed}>{refused.answer}</p>}>
            This answer was not sent:
          </Banner>
        ) : null}
        {appeal.outcome === null ? null : <Outcome appeal={appeal} view={view} isDone={isDone} />}
        {appeal.outcome === null && statement !== null ? (
          <Decision appeal={appeal} statement={statement} onDone={() => setDone(true)} onRefused={setRefused} />
        ) : null}
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

type DecisionProps = {
  appeal: Appeal;
  statement: Statement;
  onDone: () => void;
  onRefused: (refused: Refused) => void;
};

/** The form, or why this person cannot decide, said before they write. */
function Decision({ appeal, statement, ...told }: DecisionProps) {
  const user = useUser();
  const mayDecide = useMay('appeals.decide');
  const settings = useQuery(statementSettingsQuery);
  const item = useQuery(mediaItemQuery(statement.media_id));
  if (mayDecide === null || settings.isPending || item.isPending) return <Skeleton shape="row" />;
  const barred = barredFrom({ mayDecide, userId: user.id, item: item.data, settings: settings.data });
  if (barred === 'viewer') return <p className="muted">You are a viewer. Owners and moderators can decide this appeal.</p>;
  if (barred === 'break') return <p className="muted">You can decide once your break is over.</p>;
  if (barred === 'same_person')
    return (
      <Banner kind="info" title="Another person decides this appeal">
        You failed this item, so somebody else looks now. The owner can allow it in the statement settings.
      </Banner>
    );
  return <AppealAnswer appeal={appeal} hasItem={item.data !== undefined} {...told} />;
}

type OutcomeProps = { appeal: Appeal; view: AppealsView; isDone: boolean };

/** The answer, for everybody who opens it later. @param isDone by this person, a moment ago */
function Outcome({ appeal, view, isDone }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The form that had the focus is gone.
    if (isDone) heading.current?.focus();
  }, [isDone]);
  return (
    <div className={styles.part}>
      <h3 ref={heading} tabIndex={-1}>
        {appeal.outcome === 'reversed' ? 'Reversed: the item passes' : 'Upheld: the Fail stands'}
      </h3>
      <p className="muted">
        <bdi>{appeal.decided_by?.name ?? 'A former member'}</bdi>
        {appeal.decided_at === null ? null : (
          <>
            {' · '}
            <Time at={appeal.decided_at} as="dateTime" />
          </>
        )}
      </p>
      <blockquote className={styles.typed} dir="auto">
        {appeal.answer}
      </blockquote>
      {isDone && view.status === 'open' ? (
        <p>
          <LinkButton to={appealsAddress({ status: 'open', page: 1 })}>Next open appeal</LinkButton>
        </p>
      ) : null}
    </div>
  );
}

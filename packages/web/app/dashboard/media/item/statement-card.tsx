import { type MediaUpload, type Statement, statementsEndpoints } from '@clearframe/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { Button } from '../../../shared/ui/button.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Time } from '../../../shared/ui/time.tsx';
import { appealLink, isDue } from './statement-state.ts';

/** Statements are written within a minute of the decision, and no live event tells of them. */
const LOOK_AGAIN_MS = 20_000;
const MOST_LOOKS = 6;
/** An item that was failed more often shows the newest. */
const SHOWN = 5;

/** The statements about one item, the newest first. Read again with the item, and while one is due. */
const statementsQuery = (media: MediaUpload) =>
  queryOptions({
    queryKey: keys.media.statements(media.id),
    queryFn: async ({ signal }) =>
      (await call(statementsEndpoints.listStatements, { query: { media_id: media.id, limit: SHOWN }, signal })).statements,
    refetchInterval: ({ state }) => state.dataUpdateCount <= MOST_LOOKS && isDue(media, state.data ?? []) && LOOK_AGAIN_MS,
  });

/** The card "Statement": what the uploader was told, and how their appeal stands. Nothing where nobody was told anything. */
export function StatementCard({ media }: { media: MediaUpload }) {
  const statements = useQuery(statementsQuery(media));
  if (statements.isError && !statements.data)
    return (
      <section className="card">
        <p className={`card-body ${fieldStyles.error}`} data-slot="field-error" role="alert">
          Could not load the statement.
          <Button kind="ghost" size="small" busy={statements.isFetching} onClick={() => void statements.refetch()}>
            Try again
          </Button>
        </p>
      </section>
    );
  if (!statements.data || statements.data.length === 0) return null;
  return (
    <section className="card" aria-labelledby="statement-h">
      <div className="card-header">
        <h2 id="statement-h">Statement</h2>
      </div>
      <div className="card-body stack-3">
        {statements.data.map((statement) => (
          <Line key={statement.id} statement={statement} />
        ))}
      </div>
    </section>
  );
}

function Line({ statement }: { statement: Statement }) {
  const appeal = appealLink(statement);
  return (
    <div>
      <p>
        <a className="link" href={statement.url} target="_blank" rel="noreferrer">
          Statement {statement.number}, public page
        </a>{' '}
        of <Time at={statement.created_at} as="date" />
      </p>
      <p className="muted">
        {statement.label.name} ·{' '}
        {appeal ? (
          <Link className="link" to={appeal.to}>
            {appeal.words}
          </Link>
        ) : (
          <>
            no appeal, possible until <Time at={statement.redress.appeal_until} as="date" />
          </>
        )}
      </p>
    </div>
  );
}

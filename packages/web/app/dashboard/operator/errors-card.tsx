import type { OperatorError } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../shared/format/format.ts';
import { Tag } from '../../shared/ui/badge.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './operator.module.css';
import { errorsQuery } from './operator-queries.ts';

const times = (count: number) => (count === 1 ? 'once' : `${formatCount(count)} times`);

/** The newest errors, one line for all that are alike. The log has the whole of each. */
export function ErrorsCard() {
  const query = useQuery(errorsQuery);
  const { errors, whole = true } = query.data ?? {};
  return (
    <section className="card" aria-labelledby="operator-errors">
      <div className="card-header">
        <h2 id="operator-errors">Recent errors</h2>
        <span className="dim fine">Without names or content of customers</span>
      </div>
      {query.isError && !query.data ? <LoadFault title="Could not load recent errors" query={query} /> : null}
      {!query.data && !query.isError ? <Skeleton shape="row" /> : null}
      {errors?.length === 0 ? <p className="card-body muted">No errors are kept.</p> : null}
      {errors && errors.length > 0 ? (
        <ul className={styles.errors} aria-labelledby="operator-errors">
          {errors.map((one) => (
            <ErrorLine key={`${one.kind} ${one.queue} ${one.error}`} error={one} />
          ))}
        </ul>
      ) : null}
      {whole ? null : <p className="card-body muted">Failed jobs are missing: the database was too slow to count them.</p>}
    </section>
  );
}

function ErrorLine({ error: { kind, queue, error, count, last_at: at } }: { error: OperatorError }) {
  return (
    <li>
      <Tag>{queue ?? kind}</Tag>
      <span className={styles.sentence}>
        <span className="mono">{error}</span> <span className="dim">{times(count)}</span>
      </span>
      <span className="muted fine">
        <Time at={at} />
      </span>
    </li>
  );
}

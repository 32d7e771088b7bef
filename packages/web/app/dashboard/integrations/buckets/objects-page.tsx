import { useQuery } from '@tanstack/react-query';
import { Inbox, PackageX } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { LinkButton } from '../../../shared/ui/button.tsx';
import { isMissing } from '../../shell/api/is-missing.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import pageHeaderStyles from '../../ui/page-header.module.css';
import { pageFromSearch } from '../../ui/pages.ts';
import { Pagination } from '../../ui/pagination.tsx';
import segmentsStyles from '../../ui/segments.module.css';
import { objectsAddress, stateOf } from './objects-address.ts';
import { ObjectsTable } from './objects-table.tsx';
import { bucketsQuery, objectsQuery } from './use-buckets.ts';

const bucketsAddress = '/dashboard/integrations/buckets';
const states = [
  ['All', undefined],
  ['Waiting', 'waiting'],
  ['Judged', 'judged'],
  ['Failed', 'failed'],
] as const;

/** Objects of one bucket that events named, and what became of each. */
export function ObjectsPage({ id }: { id: string }) {
  const [search] = useSearchParams();
  const state = stateOf(search);
  const page = pageFromSearch(search);
  const objects = useQuery(objectsQuery(id, { page, ...(state === undefined ? {} : { state }) }));
  const bucket = useQuery(bucketsQuery).data?.find((one) => one.id === id);
  if (isMissing(objects.error))
    return (
      <section className="card">
        <EmptyState
          icon={PackageX}
          title="That bucket is not here"
          action={<LinkButton to={bucketsAddress}>See all buckets</LinkButton>}
        >
          It was deleted, or belongs to another account.
        </EmptyState>
      </section>
    );
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p className="breakable">
          <Link className="link" to={bucketsAddress}>
            Buckets
          </Link>{' '}
          / {bucket?.name ?? 'Objects'}
        </p>
        <nav className={segmentsStyles.segments} data-slot="segments" aria-label="Objects by state">
          {states.map(([word, value]) => (
            <Link key={word} to={objectsAddress(id, value)} aria-current={value === state ? 'true' : undefined}>
              {word}
            </Link>
          ))}
        </nav>
      </div>
      {objects.isError ? <LoadFault title="Failed to load objects" query={objects} /> : null}
      {objects.isPending || objects.data ? (
        <section className="card" aria-label="Objects" aria-busy={objects.isPending || objects.isPlaceholderData}>
          <ObjectsTable
            rows={objects.data?.objects}
            empty={
              page > 1 ? (
                <EmptyState
                  icon={Inbox}
                  title="That page does not exist"
                  action={<LinkButton to={objectsAddress(id, state)}>Go to page 1</LinkButton>}
                />
              ) : (
                <EmptyState icon={Inbox} title={state === undefined ? 'No objects yet' : 'No objects in this state'}>
                  {state === undefined ? 'The next event of your provider appears here.' : 'Choose another state above.'}
                </EmptyState>
              )
            }
          />
        </section>
      ) : null}
      <Pagination
        page={page}
        pageSize={objects.data?.pagination.limit ?? 50}
        total={objects.data?.pagination.total}
        address={(to) => objectsAddress(id, state, to)}
      />
    </>
  );
}

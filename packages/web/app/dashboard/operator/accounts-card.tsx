import { type OperatorAccount, operatorEndpoints } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { CirclePause, CirclePlay, Gift } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../shared/api/api.ts';
import { TextField } from '../../shared/form/field.tsx';
import { formatCount, formatShare } from '../../shared/format/format.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { pageFromSearch } from '../ui/pages.ts';
import { Pagination } from '../ui/pagination.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import styles from './operator.module.css';
import { accountsQuery } from './operator-queries.ts';
import { ReasonDialog, type ReasonedAct } from './reason-dialog.tsx';

const suspensionOf = ({ id, name, suspended_at: at }: OperatorAccount): ReasonedAct =>
  at === null
    ? {
        title: `Suspend ${name}`,
        submit: 'Suspend',
        fallback: 'Could not suspend the account',
        effect: 'Uploads and checks are refused at every door. People still sign in, read and decide.',
        hint: 'The account’s owner can read it.',
        done: `${name} is suspended`,
        send: (reason) => call(operatorEndpoints.operatorSuspend, { params: { id }, body: { reason } }),
      }
    : {
        title: `Resume ${name}`,
        submit: 'Resume',
        fallback: 'Could not resume the account',
        effect: 'Uploads and checks are accepted again.',
        hint: 'The account’s owner can read it.',
        done: `${name} may upload again`,
        send: (reason) => call(operatorEndpoints.operatorResume, { params: { id }, body: { reason } }),
      };

/** Accounts with their frames and sums; the address keeps search and page. */
export function AccountsCard() {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('search') ?? '';
  const page = pageFromSearch(search);
  const accounts = useQuery(accountsQuery(wanted, page));
  const [granting, setGranting] = useState<OperatorAccount | null>(null);
  const [changing, setChanging] = useState<ReasonedAct | null>(null);
  const address = (to: number) => `?${new URLSearchParams({ ...(wanted ? { search: wanted } : {}), page: String(to) })}`;
  return (
    <section className="card" aria-labelledby="operator-accounts">
      <div className="card-header">
        <h2 id="operator-accounts">
          Accounts <span className="dim">{accounts.data ? formatCount(accounts.data.pagination.total) : ''}</span>
        </h2>
        <form
          className={styles.search}
          aria-label="Find an account"
          onSubmit={(event) => {
            event.preventDefault();
            const typed = new FormData(event.currentTarget).get('search');
            setSearch(typeof typed === 'string' && typed.trim() !== '' ? { search: typed.trim() } : {});
          }}
        >
          <TextField label="Name or address" name="search" type="search" maxLength={200} defaultValue={wanted} key={wanted} />
          <Button type="submit">Find</Button>
        </form>
      </div>
      {accounts.isError && !accounts.data ? (
        <LoadFault title="Could not load accounts" query={accounts} />
      ) : (
        <DataTable
          labelledBy="operator-accounts"
          rows={accounts.data?.accounts}
          rowKey={({ id }) => id}
          empty={<p className="card-body muted">No account matches “{wanted}”.</p>}
          columns={[
            {
              header: 'Account',
              className: `breakable ${styles.account}`,
              dir: 'auto',
              cell: ({ name, owner, suspended_at: suspendedAt, created_at: since }) => (
                <>
                  {name}
                  {suspendedAt ? (
                    <small className="block">
                      <Icon of={CirclePause} /> Suspended <Time at={suspendedAt} as="shortDate" />
                    </small>
                  ) : null}
                  {owner ? <small className="dim block">{owner.email}</small> : null}
                  <small className="dim block">
                    Since <Time at={since} as="shortDate" />
                  </small>
                </>
              ),
            },
            { header: 'Plan', cell: ({ plan, frames }) => plan ?? (frames.granted > 0 ? 'Granted frames' : 'None') },
            {
              header: 'Frames this period',
              headerClassName: styles.wrapping,
              className: 'figures',
              cell: ({ frames }) => `${formatCount(frames.used)} / ${formatCount(frames.total)}`,
            },
            { header: 'Granted', className: 'figures', cell: ({ frames }) => formatCount(frames.granted) },
            { header: 'Items', className: 'figures', cell: ({ items }) => formatCount(items.total) },
            {
              header: 'Flagged',
              className: 'figures',
              cell: ({ items }) => (items.total === 0 ? '–' : formatShare(items.flagged, items.total)),
            },
            {
              header: 'Last upload',
              headerClassName: styles.wrapping,
              className: 'figures muted',
              cell: ({ last_upload_at: at }) => (at === null ? 'None' : <Time at={at} />),
            },
            {
              header: 'Actions',
              isHeaderHidden: true,
              cell: (account) => (
                <span className={styles.acts}>
                  <Button size="small" onClick={() => setGranting(account)}>
                    <Icon of={Gift} />
                    Grant<span className="visually-hidden"> frames to {account.name}</span>
                  </Button>
                  <Button size="small" onClick={() => setChanging(suspensionOf(account))}>
                    <Icon of={account.suspended_at ? CirclePlay : CirclePause} />
                    {account.suspended_at ? 'Resume' : 'Suspend'}
                    <span className="visually-hidden"> {account.name}</span>
                  </Button>
                </span>
              ),
            },
          ]}
        />
      )}
      {accounts.data ? (
        <Pagination
          page={page}
          pageSize={accounts.data.pagination.limit}
          total={accounts.data.pagination.total}
          address={address}
        />
      ) : null}
      <GrantDialog account={granting} onClose={() => setGranting(null)} />
      <ReasonDialog act={changing} onClose={() => setChanging(null)} />
    </section>
  );
}

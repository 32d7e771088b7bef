import type { AccessToken } from '@clearframe/contract';
import type { ReactNode } from 'react';
import { StateBadge } from '../../shared/ui/badge.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { type Column, DataTable, type DataTableProps } from '../ui/data-table.tsx';
import secretStyles from '../ui/secret.module.css';
import { shownToken } from './shown-token.ts';
import tokenTableStyles from './token-table.module.css';

/** What the page of the tokens shows beside name, token, status and date. */
export type MoreOfTokens = Record<'reach' | 'copy', (token: AccessToken) => ReactNode> & {
  columns: readonly Column<AccessToken>[];
};

type TokenTableProps = Pick<DataTableProps<AccessToken>, 'rows' | 'empty'> & {
  /** Without it the table only shows (the dashboard). */
  more?: MoreOfTokens;
};

/** Tokens, newest first. */
export function TokenTable({ more, ...table }: TokenTableProps) {
  const columns: Column<AccessToken>[] = [
    {
      header: 'Name',
      className: tokenTableStyles.name,
      cell: (token) => (
        <>
          {token.name}
          {more ? <span className={tokenTableStyles.reach}>{more.reach(token)}</span> : null}
        </>
      ),
    },
    {
      header: 'Token',
      cell: (token) => (
        <span className={secretStyles.secret}>
          {shownToken(token.token)}
          {more?.copy(token)}
        </span>
      ),
    },
    { header: 'Status', cell: ({ isActive }) => <StateBadge state={isActive ? 'active' : 'inactive'} /> },
    { header: 'Created', className: 'figures muted', cell: ({ createdAt }) => <Time at={createdAt} as="shortDate" /> },
    ...(more?.columns ?? []),
  ];
  return <DataTable {...table} columns={columns} rowKey={({ id }) => id} />;
}

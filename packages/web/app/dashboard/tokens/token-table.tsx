import type { AccessToken } from '@clearframe/contract';
import type { ReactNode } from 'react';
import { formatShortDate } from '../../shared/format/format.ts';
import { StateBadge } from '../../shared/ui/badge.tsx';
import tableStyles from '../ui/table.module.css';
import { shownToken } from './shown-token.ts';
import tokensStyles from './tokens.module.css';

/** What a row shows beside name, state and date, and what can be done with its token. */
export type TokenColumns = Record<'reach' | 'copy' | 'lastUsed' | 'remove', (token: AccessToken) => ReactNode>;

type TokenTableProps = {
  tokens: readonly AccessToken[];
  /** Without them the table only shows (the dashboard). */
  more?: TokenColumns;
};

/** Tokens as a table; stacked and labelled on phones. */
export function TokenTable({ tokens, more }: TokenTableProps) {
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Token</th>
          <th scope="col">Status</th>
          <th scope="col">Created</th>
          {more ? (
            <>
              <th scope="col">Last used</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id}>
            <td className={`${tableStyles.lead} ${tokensStyles.name}`}>
              {token.name}
              {more ? <span className={tokensStyles.reach}>{more.reach(token)}</span> : null}
            </td>
            <td data-l="Token">
              <span className={tableStyles.secret}>
                {shownToken(token.token)}
                {more?.copy(token)}
              </span>
            </td>
            <td data-l="Status">
              <StateBadge state={token.isActive ? 'active' : 'inactive'} />
            </td>
            <td data-l="Created" className="figures muted">
              {formatShortDate(token.createdAt)}
            </td>
            {more ? (
              <>
                <td data-l="Last used" className="figures muted">
                  {more.lastUsed(token)}
                </td>
                <td className={tableStyles.firstAction}>{more.remove(token)}</td>
              </>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

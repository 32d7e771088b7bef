import type { AccessToken } from '@clearframe/contract';
import { Trash2 } from 'lucide-react';
import { formatAge, formatShortDate } from '../../format.ts';
import { StateBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CopyToken } from './copy-token.tsx';
import { shownToken, tokenReach } from './token-words.ts';

type TokenTableProps = {
  tokens: readonly AccessToken[];
  /** Without it the table only shows (the dashboard). */
  onDelete?: (token: AccessToken) => void;
};

/** Tokens as a table; stacked and labelled on phones. */
export function TokenTable({ tokens, onDelete }: TokenTableProps) {
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Token</th>
          <th scope="col">Status</th>
          <th scope="col">Created</th>
          {onDelete ? (
            <>
              <th scope="col">Last used</th>
              <th scope="col">
                <span className="sr">Actions</span>
              </th>
            </>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id}>
            <td className="lead token-name">
              {token.name}
              {onDelete ? <span className="token-reach">{tokenReach(token, Date.now())}</span> : null}
            </td>
            <td data-l="Token">
              <span className="secret">
                {shownToken(token.token)}
                {onDelete ? <CopyToken token={token.token} name={token.name} /> : null}
              </span>
            </td>
            <td data-l="Status">
              <StateBadge state={token.isActive ? 'active' : 'inactive'} />
            </td>
            <td data-l="Created" className="num muted">
              {formatShortDate(token.createdAt)}
            </td>
            {onDelete ? (
              <>
                <td data-l="Last used" className="num muted">
                  {token.lastUsedAt ? formatAge(token.lastUsedAt, Date.now()) : 'Never'}
                </td>
                <td className="act1">
                  <Button kind="ghost" size="small" icon aria-label={`Delete ${token.name}`} onClick={() => onDelete(token)}>
                    <Icon of={Trash2} />
                  </Button>
                </td>
              </>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

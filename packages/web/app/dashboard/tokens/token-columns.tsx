import type { AccessToken } from '@clearframe/contract';
import { Trash2 } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Time } from '../../shared/ui/time.tsx';
import dataTableStyles from '../ui/data-table.module.css';
import { CopyToken } from './copy-token.tsx';
import { tokenReach } from './token-labels.ts';
import type { MoreOfTokens } from './token-table.tsx';
import { useRevealToken } from './use-tokens.ts';

/** What the page of the tokens shows beside name, token, status and date. The dashboard goes without, and so without this code. */
export function tokenColumns(onDelete: (token: AccessToken) => void): MoreOfTokens {
  return {
    reach: (token) => tokenReach(token, Date.now()),
    copy: (token) => <CopyListed {...token} />,
    columns: [
      {
        header: 'Last used',
        className: 'figures muted',
        cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'Never'),
      },
      {
        header: 'Actions',
        isHeaderHidden: true,
        className: dataTableStyles.corner,
        cell: (token) => (
          <Button kind="ghost" size="small" icon aria-label={`Delete ${token.name}`} onClick={() => onDelete(token)}>
            <Icon of={Trash2} />
          </Button>
        ),
      },
    ],
  };
}

/** Copies a token of the list, whose rest may need a proof. */
function CopyListed({ id, token, name, withheld }: AccessToken) {
  const reveal = useRevealToken();
  return <CopyToken token={token} name={name} reveal={withheld ? () => reveal(id) : undefined} />;
}

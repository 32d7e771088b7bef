import type { AccessToken } from '@clearframe/contract';
import { Cloud, Trash2 } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Time } from '../../shared/ui/time.tsx';
import dataTableStyles from '../ui/data-table.module.css';
import { CopyToken } from './copy-token.tsx';
import { tokenReach } from './token-labels.ts';
import type { MoreOfTokens } from './token-table.tsx';
import { useRevealToken } from './use-tokens.ts';

type TokenActs = {
  onDelete: (token: AccessToken) => void;
  onAwsKeys: (token: AccessToken) => void;
  /** Id of the token whose keys are being read. */
  readingKeys: string | null;
};

/** Keys are of use to who may check. */
const mayCheck = ({ isActive, scopes }: AccessToken) => isActive && (scopes.includes('check') || scopes.includes('upload'));

/** What the page of the tokens shows beside name, token, status and date. The dashboard goes without, and so without this code. */
export function tokenColumns({ onDelete, onAwsKeys, readingKeys }: TokenActs): MoreOfTokens {
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
          <>
            {mayCheck(token) ? (
              <Button
                kind="ghost"
                size="small"
                icon
                busy={readingKeys === token.id}
                aria-label={`AWS keys of ${token.name}`}
                onClick={() => onAwsKeys(token)}
              >
                <Icon of={Cloud} />
              </Button>
            ) : null}
            <Button kind="ghost" size="small" icon aria-label={`Delete ${token.name}`} onClick={() => onDelete(token)}>
              <Icon of={Trash2} />
            </Button>
          </>
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

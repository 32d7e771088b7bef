import type { Passkey } from '@clearframe/contract';
import { Pencil, Trash2 } from 'lucide-react';
import { formatAge, formatShortDate } from '../../../shared/format/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import tableStyles from '../../ui/table.module.css';
import passkeysStyles from './passkeys.module.css';

type PasskeyListProps = {
  passkeys: readonly Passkey[];
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
};

/** Passkeys as a table; stacked and labelled on phones. */
export function PasskeyList({ passkeys, onRename, onRemove }: PasskeyListProps) {
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Kept</th>
          <th scope="col">Added</th>
          <th scope="col">Last used</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {passkeys.map((passkey) => (
          <tr key={passkey.id}>
            <td className={`${tableStyles.lead} ${passkeysStyles.name}`}>{passkey.name}</td>
            <td data-l="Kept">{passkey.backedUp ? 'In a key manager' : 'On one device'}</td>
            <td data-l="Added" className="figures muted">
              {formatShortDate(passkey.createdAt)}
            </td>
            <td data-l="Last used" className="figures muted">
              {passkey.lastUsedAt ? formatAge(passkey.lastUsedAt, Date.now()) : 'Never'}
            </td>
            <td className={tableStyles.firstAction}>
              <Button kind="ghost" size="small" icon aria-label={`Rename ${passkey.name}`} onClick={() => onRename(passkey)}>
                <Icon of={Pencil} />
              </Button>
              <Button kind="ghost" size="small" icon aria-label={`Remove ${passkey.name}`} onClick={() => onRemove(passkey)}>
                <Icon of={Trash2} />
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import type { KnownImport } from '@clearframe/contract';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../shared/format/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import styles from '../../ui/list.module.css';
import { listNames } from './known-labels.ts';
import { useRemoveKnownImport } from './known-queries.ts';

/** Lists that were imported, each of which can go as a whole; nothing where there is none. */
export function ImportsCard({ imports, mayEdit }: { imports: readonly KnownImport[]; mayEdit: boolean }) {
  const [removing, setRemoving] = useState<KnownImport | null>(null);
  return (
    <>
      {imports.length > 0 ? (
        <section className="card" aria-labelledby="imports-h">
          <div className="card-header">
            <h2 id="imports-h">Imported lists</h2>
          </div>
          <ul className={styles.list}>
            {imports.map((one) => (
              <li key={one.id} className={styles.item} data-slot="list-item">
                <span className="grow">
                  <span className={`${styles.title} breakable block`}>{one.name}</span>
                  <small className="block">
                    {listNames[one.list]} · {formatCount(one.pictures)} {one.pictures === 1 ? 'picture' : 'pictures'} ·{' '}
                    <Time at={one.created_at} as="date" />
                  </small>
                </span>
                {mayEdit ? (
                  <Button
                    kind="ghost"
                    size="small"
                    icon
                    aria-label={`Remove the list ${one.name}`}
                    onClick={() => setRemoving(one)}
                  >
                    <Icon of={Trash2} />
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <RemoveImportDialog list={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

function RemoveImportDialog({ list, onClose }: { list: KnownImport | null; onClose: () => void }) {
  const toast = useToast();
  const remove = useRemoveKnownImport();
  const forget = async () => {
    if (!list) return;
    await remove.mutateAsync(list.id);
    toast(`Removed: ${list.name}`);
  };
  return (
    <AskDialog
      about={list?.id}
      open={list !== null}
      onClose={onClose}
      title={`Remove “${list?.name ?? ''}”?`}
      keep="Keep list"
      act="Remove list"
      faultTitle="Could not remove the list"
      fallback=""
      onAct={forget}
    >
      <p className="muted">
        All {formatCount(list?.pictures ?? 0)} pictures leave the record. Items keep their verdicts. This cannot be undone.
      </p>
    </AskDialog>
  );
}

import type { Label } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { labelsQuery } from '../../shell/reasons/labels-query.ts';
import { useMay } from '../../shell/role/use-may.ts';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import pageHeaderStyles from '../../ui/page-header.module.css';
import { ReasonDialog } from './reason-dialog.tsx';
import { useChangeLabel, useDeleteLabel } from './reason-queries.ts';
import { ReasonsTable } from './reasons-table.tsx';

/** Reasons for a Fail: the built-in ones and the account's own. */
export function ReasonsPage() {
  const labels = useQuery(labelsQuery);
  const mayEdit = useMay('labels.edit') !== false;
  const [editing, setEditing] = useState<Label | 'new' | null>(null);
  const [removing, setRemoving] = useState<Label | null>(null);
  const change = useChangeLabel();
  const toast = useToast();
  const toggle = ({ id, active }: Label) => change.mutate({ id, body: { active: !active } });
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>Every Fail has a reason. Webhooks carry its key; its text is for your uploaders.</p>
        {mayEdit ? (
          <Button kind="primary" onClick={() => setEditing('new')}>
            <Icon of={Plus} />
            Add reason
          </Button>
        ) : null}
      </div>
      <p className="dim fine">
        Flags take the reason of their highest category. Your own reasons come before built-in ones. Without a match it is
        “Other”.
      </p>
      {labels.isError ? <LoadFault title="Failed to load reasons" query={labels} /> : null}
      {change.isError ? (
        <Banner kind="error" title="Could not change the reason" onDismiss={change.reset}>
          {errorMessage(change.error, 'Try again.')}
        </Banner>
      ) : null}
      {labels.isPending || labels.data ? (
        <section className="card" aria-label="Reasons" aria-busy={labels.isPending}>
          <ReasonsTable
            rows={labels.data}
            mayEdit={mayEdit}
            busy={change.isPending ? change.variables.id : null}
            onEdit={setEditing}
            onToggle={toggle}
            onDelete={setRemoving}
          />
        </section>
      ) : null}
      <ReasonDialog subject={editing} onClose={() => setEditing(null)} onDone={(name) => toast(`Saved: ${name}`)} />
      <DeleteDialog label={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

function DeleteDialog({ label, onClose }: { label: Label | null; onClose: () => void }) {
  const remove = useDeleteLabel();
  const toast = useToast();
  return (
    <AskDialog
      about={label?.id}
      open={label !== null}
      onClose={onClose}
      title={`Delete “${label?.name ?? ''}”?`}
      keep="Keep reason"
      act="Delete reason"
      faultTitle="Could not delete the reason"
      fallback="Try again."
      onAct={async () => {
        if (!label) return;
        await remove.mutateAsync(label);
        toast(`Deleted: ${label.name}`);
      }}
    >
      <p className="muted">Nobody can choose it any more. If a decision names it, it stays in this list, switched off.</p>
    </AskDialog>
  );
}

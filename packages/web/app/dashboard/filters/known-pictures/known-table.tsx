import type { KnownPicture } from '@clearframe/contract';
import { Fingerprint, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import mediaShotStyles from '../../../shared/media/media-shot.module.css';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import veilStyles from '../../../shared/ui/veil.module.css';
import { Shot } from '../../../shared/ui/veil.tsx';
import { distanceWords } from '../../media/shown/match-labels.ts';
import dataTableStyles from '../../ui/data-table.module.css';
import { type Column, DataTable, type DataTableProps } from '../../ui/data-table.tsx';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import knownStyles from './known.module.css';
import { sourceWords } from './known-labels.ts';
import { useRemoveKnown } from './known-queries.ts';

const columns: readonly Column<KnownPicture>[] = [
  { header: 'Picture', cell: (one) => <Picture of={one} /> },
  {
    header: 'Note',
    cell: ({ note }) => (note ? <span className={knownStyles.note}>{note}</span> : <span className="dim">–</span>),
  },
  { header: 'Quality', cell: ({ quality }) => <span className="mono">{quality ?? '–'}</span> },
  {
    header: 'Since',
    className: 'figures muted',
    cell: ({ decided_at }) => <Time at={decided_at} as="dateTime" />,
  },
];

type KnownTableProps = Pick<DataTableProps<KnownPicture>, 'rows' | 'empty'> & { mayEdit: boolean };

/** Known pictures, newest or nearest first. */
export function KnownTable({ mayEdit, ...table }: KnownTableProps) {
  const [removing, setRemoving] = useState<KnownPicture | null>(null);
  const actions: Column<KnownPicture> = {
    header: 'Actions',
    isHeaderHidden: true,
    className: dataTableStyles.corner,
    cell: (one) => (
      <Button
        kind="ghost"
        size="small"
        icon
        aria-label={`Remove ${shortHash(one)}: ${sourceWords(one)}`}
        onClick={() => setRemoving(one)}
      >
        <Icon of={Trash2} />
      </Button>
    ),
  };
  return (
    <>
      <DataTable {...table} columns={mayEdit ? [...columns, actions] : columns} rowKey={({ id }) => id} />
      <RemoveDialog known={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

const shortHash = ({ pdq }: KnownPicture) => `${pdq.slice(0, 12)}…`;

function Picture({ of }: { of: KnownPicture }) {
  return (
    <span className={knownStyles.picture}>
      {of.thumbnail_url ? (
        <Shot src={of.thumbnail_url} alt="" veiled={of.list === 'block'} pill={false} width={64} height={48} />
      ) : (
        <span className={`${veilStyles.shot} ${mediaShotStyles.blank}`} data-slot="shot media-shot-blank" aria-hidden="true">
          <Icon of={Fingerprint} />
        </span>
      )}
      <span>
        {of.media_id ? (
          <Link className="link" to={`/dashboard/media/${of.media_id}`}>
            {sourceWords(of)}
          </Link>
        ) : (
          <span className="breakable">{sourceWords(of)}</span>
        )}
        <small className="dim block mono" title={of.pdq}>
          {shortHash(of)}
        </small>
        {of.distance === null ? null : <small className="dim block">{distanceWords(of.distance)}</small>}
      </span>
    </span>
  );
}

function RemoveDialog({ known, onClose }: { known: KnownPicture | null; onClose: () => void }) {
  const toast = useToast();
  const remove = useRemoveKnown();
  const forget = async () => {
    if (!known) return;
    await remove.mutateAsync(known.id);
    toast('Picture removed from the record');
  };
  return (
    <AskDialog
      about={known?.id}
      open={known !== null}
      onClose={onClose}
      title="Remove this picture?"
      keep="Keep it"
      act="Forget it"
      faultTitle="Could not remove the picture"
      fallback=""
      onAct={forget}
    >
      <p className="muted">
        We check copies like any other picture from now on. Items keep their verdicts. Pass or fail its item again to restore it.
      </p>
    </AskDialog>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { type LucideIcon, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { isMissing } from '../../shell/api/is-missing.ts';
import { CopyToken } from '../../tokens/copy-token.tsx';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import pageHeaderStyles from '../../ui/page-header.module.css';
import { ListFault } from './list-fault.tsx';

/** Something with a secret address that another program calls. */
type Addressed = { id: string; name: string; is_active: boolean };

export type AddressedTableProps<T> = {
  rows: readonly T[] | undefined;
  empty: ReactNode;
  /** Id of the row that is being switched. */
  switching: string | null;
  onSwitch: (row: T) => void;
  onRotate: (row: T) => void;
  onEdit: (row: T) => void;
  onDelete: (row: T) => void;
};

export type AddressedDialogProps<T> = {
  /** The one to change; `new` adds one, null = closed. */
  subject: T | 'new' | null;
  onClose: () => void;
  onCreated: (made: T) => void;
  onChanged: (name: string) => void;
};

type Words = {
  /** "bucket", and how several are called. */
  one: string;
  many: string;
  icon: LucideIcon;
  /** After its name, when it was made. */
  made: 'added' | 'created';
  what: string;
  guide: { slug: string; words: string };
  empty: string;
  /** What to do with a new address. */
  next: string;
  rotated: string;
  deleted: string;
};

/** What this page needs of the mutation that changes a row. */
type Change = {
  mutate: (change: { id: string; body: { is_active: boolean } }) => void;
  variables: { id: string } | undefined;
  isPending: boolean;
  isError: boolean;
  error: Error | null;
  reset: () => void;
};

type AddressedPageProps<T extends Addressed> = {
  words: Words;
  list: UseQueryResult<T[]>;
  change: Change;
  rotate: (row: T) => Promise<T>;
  remove: (row: T) => Promise<unknown>;
  addressOf: (row: T) => string;
  table: (props: AddressedTableProps<T>) => ReactNode;
  dialog: (props: AddressedDialogProps<T>) => ReactNode;
};

/** Lists what has a secret address, adds, changes and deletes one, and gives it a new address. */
export function AddressedPage<T extends Addressed>(props: AddressedPageProps<T>) {
  const { words, list, change, rotate, remove, addressOf, table: Table, dialog: EditDialog } = props;
  const [asking, setAsking] = useState<{ what: 'add' } | { what: 'edit' | 'rotate' | 'delete'; row: T } | null>(null);
  const [made, setMade] = useState<{ how: string; row: T } | null>(null);
  const toast = useToast();
  const close = () => setAsking(null);
  const ask = (what: 'edit' | 'rotate' | 'delete') => (row: T) => setAsking({ what, row });
  const asked = (what: 'edit' | 'rotate' | 'delete') => (asking?.what === what ? asking.row : null);
  const [rotating, deleting] = [asked('rotate'), asked('delete')];
  const { one, many } = words;
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>
          {words.what}{' '}
          <Link className="link" to={`/docs/guides/${words.guide.slug}`} reloadDocument>
            {words.guide.words}
          </Link>
        </p>
        <Button kind="primary" disabled={isMissing(list.error)} onClick={() => setAsking({ what: 'add' })}>
          <Icon of={Plus} />
          Add {one}
        </Button>
      </div>
      {made ? (
        <Banner
          kind="success"
          title={made.how}
          action={<CopyToken words thing="address" token={addressOf(made.row)} name={made.row.name} />}
          onDismiss={() => setMade(null)}
        >
          {words.next}
        </Banner>
      ) : null}
      {change.isError ? (
        <Banner kind="error" title={`Could not change the ${one}`} onDismiss={change.reset}>
          {errorMessage(change.error, 'Try again.')}
        </Banner>
      ) : null}
      {list.isError ? <ListFault many={many} query={list} /> : null}
      {list.isPending || list.data ? (
        <section className="card" aria-label={`${many[0]?.toUpperCase()}${many.slice(1)}`} aria-busy={list.isPending}>
          <Table
            rows={list.data}
            empty={
              <EmptyState icon={words.icon} title={`No ${many} yet`}>
                {words.empty}
              </EmptyState>
            }
            switching={change.isPending ? (change.variables?.id ?? null) : null}
            onSwitch={({ id, is_active: isActive }) => change.mutate({ id, body: { is_active: !isActive } })}
            onRotate={ask('rotate')}
            onEdit={ask('edit')}
            onDelete={ask('delete')}
          />
        </section>
      ) : null}
      <EditDialog
        subject={asking?.what === 'add' ? 'new' : asked('edit')}
        onClose={close}
        onCreated={(row) => setMade({ how: `${row.name} ${words.made}`, row })}
        onChanged={(name) => toast(`Saved: ${name}`)}
      />
      <AskDialog
        about={rotating?.id}
        open={rotating !== null}
        onClose={close}
        title={`Replace the address of “${rotating?.name ?? ''}”?`}
        keep="Keep address"
        act="Replace address"
        kind="primary"
        faultTitle="Could not replace the address"
        fallback="Try again."
        onAct={async () => {
          if (!rotating) return;
          const row = await rotate(rotating);
          setMade({ how: `${row.name} has a new address`, row });
        }}
      >
        <p className="muted">{words.rotated}</p>
      </AskDialog>
      <AskDialog
        about={deleting?.id}
        open={deleting !== null}
        onClose={close}
        title={`Delete “${deleting?.name ?? ''}”?`}
        keep={`Keep ${one}`}
        act={`Delete ${one}`}
        faultTitle={`Could not delete the ${one}`}
        fallback="Try again."
        onAct={async () => {
          if (!deleting) return;
          await remove(deleting);
          setMade((before) => (before?.row.id === deleting.id ? null : before));
          toast(`Deleted: ${deleting.name}`);
        }}
      >
        <p className="muted">{words.deleted}</p>
      </AskDialog>
    </>
  );
}

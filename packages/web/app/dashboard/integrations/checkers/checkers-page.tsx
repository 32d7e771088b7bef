import type { Checker } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus, ShieldQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { CopyToken } from '../../tokens/copy-token.tsx';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import pageHeaderStyles from '../../ui/page-header.module.css';
import { CheckerDialog } from './checker-dialog.tsx';
import { CheckersTable } from './checkers-table.tsx';
import { checkersQuery, useDeleteChecker, useRotateChecker, useUpdateChecker } from './use-checkers.ts';

type Asking = { what: 'edit' | 'rotate' | 'delete'; checker: Checker };

/** Checkers: addresses that answer yes or no to any program. */
export function CheckersPage() {
  const checkers = useQuery(checkersQuery);
  const [isAdding, setAdding] = useState(false);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [made, setMade] = useState<{ how: string; checker: Checker } | null>(null);
  const change = useUpdateChecker();
  const toast = useToast();
  const close = () => {
    setAdding(false);
    setAsking(null);
  };
  const ask = (what: Asking['what']) => (checker: Checker) => setAsking({ what, checker });
  const asked = (what: Asking['what']) => (asking?.what === what ? asking.checker : null);
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>
          POST a file: 200 accepts it, your refusal status rejects it, 503 means no verdict.{' '}
          <Link className="link" to="/docs/guides/yes-or-no" reloadDocument>
            Set up the other side
          </Link>
        </p>
        <Button kind="primary" onClick={() => setAdding(true)}>
          <Icon of={Plus} />
          Add checker
        </Button>
      </div>
      {made ? (
        <Banner
          kind="success"
          title={made.how}
          action={<CopyToken words thing="address" token={made.checker.url} name={made.checker.name} />}
          onDismiss={() => setMade(null)}
        >
          Copy its address into the program now. Treat it as a password.
        </Banner>
      ) : null}
      {change.isError ? (
        <Banner kind="error" title="Could not change the checker" onDismiss={change.reset}>
          {errorMessage(change.error, 'Try again.')}
        </Banner>
      ) : null}
      {checkers.isError ? <LoadFault title="Failed to load checkers" query={checkers} /> : null}
      {checkers.isPending || checkers.data ? (
        <section className="card" aria-label="Checkers" aria-busy={checkers.isPending}>
          <CheckersTable
            rows={checkers.data}
            empty={
              <EmptyState icon={ShieldQuestionMark} title="No checkers yet">
                A checker is a secret address. A program sends it a file before accepting one.
              </EmptyState>
            }
            switching={change.isPending ? change.variables.id : null}
            onSwitch={({ id, is_active: isActive }) => change.mutate({ id, body: { is_active: !isActive } })}
            onRotate={ask('rotate')}
            onEdit={ask('edit')}
            onDelete={ask('delete')}
          />
        </section>
      ) : null}
      <CheckerDialog
        subject={isAdding ? 'new' : asked('edit')}
        onClose={close}
        onCreated={(checker) => setMade({ how: `${checker.name} created`, checker })}
        onChanged={(name) => toast(`Saved: ${name}`)}
      />
      <RotateDialog
        checker={asked('rotate')}
        onClose={close}
        onDone={(checker) => setMade({ how: `${checker.name} has a new address`, checker })}
      />
      <DeleteDialog
        checker={asked('delete')}
        onClose={close}
        onDone={(checker) => {
          if (made?.checker.id === checker.id) setMade(null);
          toast(`Deleted: ${checker.name}`);
        }}
      />
    </>
  );
}

type AskProps = { checker: Checker | null; onClose: () => void; onDone: (checker: Checker) => void };

function RotateDialog({ checker, onClose, onDone }: AskProps) {
  const rotate = useRotateChecker();
  return (
    <AskDialog
      about={checker?.id}
      open={checker !== null}
      onClose={onClose}
      title={`Replace the address of “${checker?.name ?? ''}”?`}
      keep="Keep address"
      act="Replace address"
      kind="primary"
      faultTitle="Could not replace the address"
      fallback="Try again."
      onAct={async () => {
        if (checker) onDone(await rotate.mutateAsync(checker));
      }}
    >
      <p className="muted">The old address works for 24 hours more. Enter the new one in your program before then.</p>
    </AskDialog>
  );
}

function DeleteDialog({ checker, onClose, onDone }: AskProps) {
  const remove = useDeleteChecker();
  return (
    <AskDialog
      about={checker?.id}
      open={checker !== null}
      onClose={onClose}
      title={`Delete “${checker?.name ?? ''}”?`}
      keep="Keep checker"
      act="Delete checker"
      faultTitle="Could not delete the checker"
      fallback="Try again."
      onAct={async () => {
        if (!checker) return;
        await remove.mutateAsync(checker);
        onDone(checker);
      }}
    >
      <p className="muted">Its address answers 404 at once, and the old one too. You cannot undo this.</p>
    </AskDialog>
  );
}

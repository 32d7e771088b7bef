import { type AuthenticatorSecret, limits, type TwoStepState, twoStepEndpoints } from '@clearframe/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { StateBadge } from '../../../shared/ui/badge.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { useConfirmed } from '../../shell/confirm/confirm-provider.tsx';
import { twoStepQuery } from '../../shell/confirm/two-step-query.ts';
import { useConfirmedMutation } from '../../shell/confirm/use-confirmed-mutation.ts';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DevicesOffer } from '../devices/devices-offer.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import styles from './two-step.module.css';

type TurnOffDialogProps = { open: boolean; onClose: () => void; onDone: () => void };

/** Asks before the password alone is enough again. */
function TurnOffDialog({ open, onClose, onDone }: TurnOffDialogProps) {
  const confirmed = useConfirmed();
  const turnOff = async () => {
    await confirmed(() => call(twoStepEndpoints.disableTwoStep));
    onDone();
  };
  return (
    <AskDialog open={open} onClose={onClose} title="Turn two-step sign-in off?" keep="Keep it on" act="Turn off" onAct={turnOff}>
      <p className="muted">Your password alone will sign you in. The authenticator app and recovery codes stop working.</p>
    </AskDialog>
  );
}

/** Shows a fresh set of codes; null = closed. */
function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  return (
    <Dialog
      open={codes !== null}
      onClose={onClose}
      title="Your recovery codes"
      keepOpen
      actions={
        <Button kind="primary" onClick={onClose}>
          I saved them
        </Button>
      }
    >
      <RecoveryCodeList codes={codes ?? []} />
    </Dialog>
  );
}

/** Two-step sign-in by an authenticator app: off, being set up, on. */
export function TwoStepSection() {
  const state = useQuery(twoStepQuery);
  const queries = useQueryClient();
  const toast = useToast();
  const [secret, setSecret] = useState<AuthenticatorSecret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [turningOff, setTurningOff] = useState(false);
  const [changed, setChanged] = useState(false);
  const refresh = () => void queries.invalidateQueries({ queryKey: twoStepQuery.queryKey });
  const start = useConfirmedMutation({ send: () => call(twoStepEndpoints.startTwoStep), onDone: setSecret });
  const renew = useConfirmedMutation({
    send: () => call(twoStepEndpoints.renewRecoveryCodes),
    onDone: (made) => {
      setCodes(made.recovery_codes);
      refresh();
    },
  });
  const failure = start.failure ?? renew.failure;
  return (
    <section className="card" aria-labelledby="two-step-h">
      <div className="card-header">
        <h2 id="two-step-h">Two-step sign-in</h2>
        {state.data ? <StateBadge state={state.data.enabledAt ? 'active' : 'inactive'} /> : null}
      </div>
      <div className={`card-body ${styles.twoStep}`}>
        {state.isPending ? (
          <div aria-busy="true" role="status" aria-label="Loading two-step sign-in">
            <Skeleton shape="row" />
          </div>
        ) : null}
        {state.isError ? <LoadFault title="Could not load two-step sign-in" query={state} /> : null}
        {failure ? <Banner kind="error" title={failure} /> : null}
        {changed ? <DevicesOffer /> : null}
        {state.data?.enabledAt ? (
          <TurnedOn
            state={state.data}
            since={state.data.enabledAt}
            renewing={renew.isPending}
            onRenew={() => renew.mutate(undefined)}
            onTurnOff={() => setTurningOff(true)}
          />
        ) : null}
        {state.data && !state.data.enabledAt ? (
          <>
            <p className="muted">Require a code from your phone as well as your password.</p>
            <div className="row">
              <Button kind="primary" busy={start.isPending} onClick={() => start.mutate(undefined)}>
                <Icon of={Smartphone} />
                Add an authenticator app
              </Button>
            </div>
          </>
        ) : null}
      </div>
      <SetUpDialog
        secret={secret}
        onClose={() => setSecret(null)}
        onEnabled={(made) => {
          setSecret(null);
          setCodes(made);
          setChanged(true);
          refresh();
        }}
      />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
      <TurnOffDialog
        open={turningOff}
        onClose={() => setTurningOff(false)}
        onDone={() => {
          setChanged(true);
          refresh();
          toast('Two-step sign-in is off');
        }}
      />
    </section>
  );
}

type TurnedOnProps = { state: TwoStepState; since: string; renewing: boolean; onRenew: () => void; onTurnOff: () => void };

/** Codes are running out when a lost phone could soon lock the person out. */
const fewCodes = 3;

function TurnedOn({ state, since, renewing, onRenew, onTurnOff }: TurnedOnProps) {
  const left = state.recoveryCodesLeft;
  return (
    <>
      <p className="muted">
        Two-step sign-in is on <Time at={since} as="date" />.
      </p>
      {left <= fewCodes ? (
        <Banner kind="warning" title={left === 0 ? 'No recovery codes are left' : `Only ${left} recovery codes are left`}>
          Create new ones, or a lost phone locks you out.
        </Banner>
      ) : (
        <p>
          {left} of {limits.recoveryCodes} recovery codes are left.
        </p>
      )}
      <div className="row">
        <Button busy={renewing} onClick={onRenew}>
          Create new recovery codes
        </Button>
        <Button kind="fail" onClick={onTurnOff}>
          Turn off
        </Button>
      </div>
    </>
  );
}

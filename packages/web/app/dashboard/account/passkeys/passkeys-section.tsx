import { type Passkey, passkeysEndpoints } from '@clearframe/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { obstacleWords, passkeyObstacle } from '../../../shared/passkey/passkey-obstacle.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { signs } from '../../../shared/ui/signs.ts';
import { useToast } from '../../../shared/ui/toast.tsx';
import { twoStepQuery } from '../../shell/confirm/two-step-query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DevicesOffer } from '../devices/devices-offer.tsx';
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx';
import { PasskeyList } from './passkey-list.tsx';

/** The person's passkeys, oldest first. */
const passkeysQuery = queryOptions({
  queryKey: keys.passkeys,
  queryFn: async ({ signal }) => (await call(passkeysEndpoints.listPasskeys, { signal })).passkeys,
});

/** Reads again what a passkey that came or went changes. */
function useRefreshPasskeys(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const { queryKey } of [passkeysQuery, twoStepQuery]) void queries.invalidateQueries({ queryKey });
  };
}

type Doing = { name: 'adding' } | { name: 'renaming' | 'removing'; passkey: Passkey } | null;

/** Passkeys: what there are, and adding, renaming and removing one. */
export function PasskeysSection() {
  const passkeys = useQuery(passkeysQuery);
  const refresh = useRefreshPasskeys();
  const toast = useToast();
  const [doing, setDoing] = useState<Doing>(null);
  const [changed, setChanged] = useState(false);
  const obstacle = passkeyObstacle();
  const close = () => setDoing(null);
  const done = (words: string) => {
    refresh();
    toast(words);
  };
  const changeDone = (words: string) => {
    setChanged(true);
    done(words);
  };
  return (
    <section className="card" aria-labelledby="passkeys-h">
      <div className="card-header">
        <h2 id="passkeys-h">Passkeys</h2>
        {obstacle === null ? (
          <Button onClick={() => setDoing({ name: 'adding' })}>
            <Icon of={Plus} />
            Add a passkey
          </Button>
        ) : null}
      </div>
      {obstacle ? (
        <div className="card-body">
          <Banner kind="info" title="Passkeys don’t work at this address">
            {obstacleWords[obstacle]}
          </Banner>
        </div>
      ) : null}
      {changed ? (
        <div className="card-body">
          <DevicesOffer />
        </div>
      ) : null}
      {passkeys.isPending ? (
        <div className="card-body" aria-busy="true" role="status" aria-label="Loading passkeys">
          <Skeleton shape="row" />
        </div>
      ) : null}
      {passkeys.isError ? (
        <div className="card-body">
          <LoadFault title="Could not load your passkeys" query={passkeys} />
        </div>
      ) : null}
      {passkeys.data && passkeys.data.length > 0 ? (
        <PasskeyList
          passkeys={passkeys.data}
          onRename={(passkey) => setDoing({ name: 'renaming', passkey })}
          onRemove={(passkey) => setDoing({ name: 'removing', passkey })}
        />
      ) : null}
      {passkeys.data?.length === 0 && obstacle === null ? (
        <EmptyState icon={signs.key} title="No passkeys yet">
          Sign in with your fingerprint, face or PIN instead of a password. Passkeys cannot be phished and need no code.
        </EmptyState>
      ) : null}
      <AddPasskeyDialog open={doing?.name === 'adding'} onClose={close} onAdded={(added) => changeDone(`Added: ${added.name}`)} />
      <RenamePasskeyDialog
        passkey={doing?.name === 'renaming' ? doing.passkey : null}
        onClose={close}
        onDone={(renamed) => done(`Renamed: ${renamed.name}`)}
      />
      <RemovePasskeyDialog
        passkey={doing?.name === 'removing' ? doing.passkey : null}
        onClose={close}
        onDone={(removed) => changeDone(`Removed: ${removed.name}`)}
      />
    </section>
  );
}

import { type AccessToken, messages } from '@clearframe/contract';
import { errorMessage } from '../../shared/api/error-message.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useDeleteToken } from './use-tokens.ts';

type DeleteTokenDialogProps = { token: AccessToken | null; onClose: () => void; onDeleted: (token: AccessToken) => void };

/** Asks before a token stops working. */
export function DeleteTokenDialog({ token, onClose, onDeleted }: DeleteTokenDialogProps) {
  const remove = useDeleteToken((gone) => {
    onDeleted(gone);
    onClose();
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Dialog
      open={token !== null}
      onClose={close}
      title={`Delete “${token?.name ?? ''}”?`}
      actions={
        <>
          <Button autoFocus onClick={close}>
            Keep token
          </Button>
          <Button kind="fail-solid" busy={remove.isPending} onClick={() => token && remove.mutate(token)}>
            Delete token
          </Button>
        </>
      }
    >
      <p className="muted">Calls made with it will get 401 Invalid API token from now on. This cannot be undone.</p>
      {remove.isError ? (
        <Banner kind="error" title={messages.deleteTokenFailed}>
          {errorMessage(remove.error, '')}
        </Banner>
      ) : null}
    </Dialog>
  );
}

import { type AccessToken, messages } from '@clearframe/contract';
import { AskDialog } from '../ui/dialog/ask-dialog.tsx';
import { useDeleteToken } from './use-tokens.ts';

type DeleteTokenDialogProps = { token: AccessToken | null; onClose: () => void; onDeleted: (token: AccessToken) => void };

/** Asks before a token stops working. */
export function DeleteTokenDialog({ token, onClose, onDeleted }: DeleteTokenDialogProps) {
  const remove = useDeleteToken(onDeleted);
  return (
    <AskDialog
      open={token !== null}
      onClose={onClose}
      title={`Delete “${token?.name ?? ''}”?`}
      keep="Keep token"
      act="Delete token"
      faultTitle={messages.deleteTokenFailed}
      fallback=""
      onAct={() => token && remove.mutateAsync(token)}
    >
      <p className="muted">Calls made with it will get 401 Invalid API token from now on. This cannot be undone.</p>
    </AskDialog>
  );
}

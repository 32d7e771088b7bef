import { errorMessage } from '../../shared/api/error-message.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';

type LoadFaultProps = {
  /** The message that the specification has for this page. */
  title: string;
  error: unknown;
  busy: boolean;
  onRetry: () => void;
};

/** Something could not be fetched: what, why where the server said it, and another try. */
export function LoadFault({ title, error, busy, onRetry }: LoadFaultProps) {
  const reason = errorMessage(error, '');
  return (
    <Banner
      kind="error"
      title={title}
      action={
        <Button size="small" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {reason === '' || reason === title ? 'Nothing is lost. Check the connection and try again.' : reason}
    </Banner>
  );
}

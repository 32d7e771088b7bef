import { errorMessage } from '../../shared/api/error-message.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';

type LoadFaultProps = {
  /** The message that the specification has for this page. */
  title: string;
  /** What could not be fetched. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
};

/** Something could not be fetched: what, why where the server said it, and another try. */
export function LoadFault({ title, query }: LoadFaultProps) {
  const reason = errorMessage(query.error, '');
  return (
    <Banner
      kind="error"
      title={title}
      action={
        <Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      {reason === '' || reason === title ? 'Nothing is lost. Check the connection and try again.' : reason}
    </Banner>
  );
}

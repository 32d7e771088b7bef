import { limits, messages } from '@clearframe/contract';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import type { UploadState } from './upload-state.ts';

/** A time-out, or a failure that another try can mend. What another try cannot mend stands under the drop zone. */
export function UploadFault({ state, onRetry }: { state: UploadState; onRetry: () => void }) {
  const retry = (
    <Button size="small" onClick={onRetry}>
      Retry
    </Button>
  );
  if (state.phase === 'timed_out') {
    return (
      <Banner kind="warning" title={messages.uploadTimeout} action={retry}>
        We stopped waiting after {limits.uploadClientTimeoutMs / 1_000} seconds. The upload may still finish: its verdict then
        shows here and in Content Review. Retry asks for the same upload, so nothing is charged twice.
      </Banner>
    );
  }
  if (state.phase === 'failed' && state.retryable) {
    return (
      <Banner kind="error" title={state.message} action={retry}>
        Retry sends the same upload again; nothing is charged twice.
      </Banner>
    );
  }
  return null;
}

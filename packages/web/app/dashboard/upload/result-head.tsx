import type { MediaUpload } from '@clearframe/contract';
import { Button, LinkButton } from '../../shared/ui/button.tsx';
import { type Charge, VerdictHead } from '../../shared/verdict/verdict-head.tsx';

type ResultHeadProps = { media: MediaUpload; charge: Charge; onAnother: () => void };

/** The verdict of an upload in the dashboard, with the two ways on. */
export function ResultHead({ media, charge, onAnother }: ResultHeadProps) {
  return (
    <VerdictHead media={media} charge={charge}>
      <Button onClick={onAnother}>Upload Another</Button>
      <LinkButton kind="primary" to="/dashboard/media">
        View All Content
      </LinkButton>
    </VerdictHead>
  );
}

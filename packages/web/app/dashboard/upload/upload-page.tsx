import { useQuery } from '@tanstack/react-query';
import { usageQuery } from '../shell/api/usage-query.ts';
import { accessOf } from '../shell/subscription/access.ts';
import { SubscriptionRequired } from '../shell/subscription/subscription-required.tsx';
import { QueueForm } from './queue-form.tsx';
import { UploadForm } from './upload-form.tsx';
import { UploadResult } from './upload-result.tsx';
import { useUpload } from './use-upload.ts';
import { useUploadQueue } from './use-upload-queue.ts';

/** Upload Media: the gate, the form, and the result in its place; or the queue when several files were chosen. */
export function UploadPage() {
  const usage = useQuery(usageQuery);
  const upload = useUpload();
  const uploads = useUploadQueue();
  const access = accessOf(usage);
  const { state } = upload;
  if (state.phase === 'done') {
    const charge = {
      charged: state.usage?.frames_charged ?? null,
      remaining: state.usage?.frames_remaining ?? usage.data?.usage?.media_remaining ?? null,
    };
    return <UploadResult media={state.media} charge={charge} onAnother={upload.reset} />;
  }
  if (access.state === 'none' && state.phase === 'choosing') return <SubscriptionRequired />;
  if (uploads.queue.rows.length > 0) return <QueueForm uploads={uploads} access={access} />;
  return <UploadForm upload={upload} access={access} onSeveral={(files) => void uploads.add(files)} />;
}

import { useQuery } from '@tanstack/react-query';
import { usageQuery } from '../shell/api/usage-query.ts';
import { accessOf } from '../shell/subscription/access.ts';
import { SubscriptionRequired } from '../shell/subscription/subscription-required.tsx';
import { blankFields } from './details-card.tsx';
import { QueueForm } from './queue-form.tsx';
import { UploadForm } from './upload-form.tsx';
import { UploadResult } from './upload-result.tsx';
import { useHandedFiles } from './use-handed-files.ts';
import { useUpload } from './use-upload.ts';
import { useUploadQueue } from './use-upload-queue.ts';

/** Upload Media: the gate, the form, and the result in its place; or the queue when several files were chosen. */
export function UploadPage() {
  const usage = useQuery(usageQuery);
  const upload = useUpload();
  const uploads = useUploadQueue();
  const access = accessOf(usage);
  const { state } = upload;
  useHandedFiles(true, (files) => {
    if (state.phase === 'done') upload.reset();
    // A queue that is put together waits for its button, and one that runs goes on by itself.
    const starts = uploads.queue.rows.length === 0 && (access.state === 'open' || access.state === 'checking');
    void uploads.add(files).then(() => starts && uploads.start(blankFields));
  });
  if (uploads.queue.rows.length > 0)
    return (
      <>
        {access.state === 'none' ? <SubscriptionRequired /> : null}
        <QueueForm uploads={uploads} access={access} />
      </>
    );
  if (state.phase === 'done') {
    const charge = {
      charged: state.usage?.frames_charged ?? null,
      remaining: state.usage?.frames_remaining ?? usage.data?.usage?.media_remaining ?? null,
    };
    return <UploadResult media={state.media} charge={charge} onAnother={upload.reset} />;
  }
  if (access.state === 'none' && state.phase === 'choosing') return <SubscriptionRequired />;
  return <UploadForm upload={upload} access={access} onSeveral={(files) => void uploads.add(files)} />;
}

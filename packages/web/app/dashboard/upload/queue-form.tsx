import { errorTable } from '@clearframe/contract';
import { type FormEvent, useState } from 'react';
import { formatFrames } from '../../shared/format/format.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import type { Access } from '../shell/subscription/access.ts';
import pageHeaderStyles from '../ui/page-header.module.css';
import { blankFields, DetailsCard } from './details-card.tsx';
import { QueueCard } from './queue-card.tsx';
import { countQueue, queueStage } from './queue-state.ts';
import uploadStyles from './upload.module.css';
import { buttonWords } from './upload-labels.ts';
import type { UploadQueue } from './use-upload-queue.ts';

/** Several images: the words go to each of them, every one is judged and charged by itself. */
export function QueueForm({ uploads, access }: { uploads: UploadQueue; access: Access }) {
  const [fields, setFields] = useState(blankFields);
  const { sendable } = countQueue(uploads.queue);
  const { running } = uploads.queue;
  const left = access.state === 'open' ? access.usage.media_remaining : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    uploads.start(fields);
  };
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>
          Each image costs one frame.
          {left === null ? null : (
            <>
              {' '}
              You have <b className="strong">{left.toLocaleString('en-US')}</b> left this period.
            </>
          )}
        </p>
      </div>
      {access.state === 'exhausted' && !running ? <Banner kind="warning" title={errorTable.frames_exhausted.message} /> : null}
      {left !== null && !running && sendable > left ? (
        <Banner kind="warning" title={`Only ${formatFrames(left)} left for ${sendable} images`}>
          The first ones of the list are checked. The others are refused and cost nothing.
        </Banner>
      ) : null}
      <form className={`columns columns-1-1 ${uploadStyles.form}`} onSubmit={submit} noValidate>
        <div className={uploadStyles.left}>
          <QueueCard uploads={uploads} />
        </div>
        <div className={uploadStyles.right}>
          <DetailsCard fields={fields} state={queueStage(uploads.queue)} onChange={setFields} />
          {running ? null : (
            <div className={`row ${uploadStyles.send}`}>
              <Button kind="primary" size="large" type="submit" disabled={access.state !== 'open' || sendable === 0}>
                {access.state === 'open' ? `Check ${sendable} ${sendable === 1 ? 'image' : 'images'}` : buttonWords[access.state]}
              </Button>
            </div>
          )}
        </div>
      </form>
    </>
  );
}

import { errorTable } from '@clearframe/contract';
import { ImageUp, Link2 } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { FieldError } from '../../shared/form/field.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import dropAreaStyles from '../../shared/ui/drop-area.module.css';
import fieldStyles from '../../shared/ui/field.module.css';
import { Icon } from '../../shared/ui/icon.tsx';
import type { Access } from '../shell/subscription/access.ts';
import pageHeaderStyles from '../ui/page-header.module.css';
import segmentsStyles from '../ui/segments.module.css';
import { blankFields, DetailsCard } from './details-card.tsx';
import { DropZone } from './drop-zone.tsx';
import { type Picked, PickedCard } from './picked-card.tsx';
import uploadStyles from './upload.module.css';
import { UploadFault } from './upload-fault.tsx';
import { buttonWords } from './upload-labels.ts';
import { UrlBox } from './url-box.tsx';
import { useHandedFiles } from './use-handed-files.ts';
import { type UploadMode, useSelection } from './use-selection.ts';
import type { Upload } from './use-upload.ts';

const modes = [
  { mode: 'file', word: 'File', icon: ImageUp },
  { mode: 'url', word: 'URL', icon: Link2 },
] as const;

type ModeSwitchProps = { mode: UploadMode; locked: boolean; onMode: (mode: UploadMode) => void };

/** File or URL. */
function ModeSwitch({ mode, locked, onMode }: ModeSwitchProps) {
  return (
    <fieldset className={segmentsStyles.segments} data-slot="segments" aria-label="Upload mode" disabled={locked}>
      {modes.map((choice) => (
        <button key={choice.mode} type="button" aria-pressed={choice.mode === mode} onClick={() => onMode(choice.mode)}>
          <Icon of={choice.icon} />
          {choice.word}
        </button>
      ))}
    </fieldset>
  );
}

type UploadFormProps = { upload: Upload; access: Access; onSeveral: (files: File[]) => void };

/** Choose, describe, send; the same place then shows the upload on its way. Several files go to the queue. */
export function UploadForm({ upload, access, onSeveral }: UploadFormProps) {
  const { state } = upload;
  const selection = useSelection();
  const [fields, setFields] = useState(blankFields);
  const zone = useRef<HTMLButtonElement>(null);
  const address = useRef<HTMLInputElement>(null);
  const isTaking = useRef(false);
  const errorId = useId();

  const busy = state.phase === 'working' || state.phase === 'timed_out';
  const refused = state.phase === 'failed' && !state.retryable ? state.message : null;
  const error = selection.error ?? refused;
  const { mode, chosen } = selection;
  // The field was away while the address was sent, and the focus with it.
  useEffect(() => {
    if (refused !== null) address.current?.focus();
  }, [refused]);
  const sentUrl: Picked | null = mode === 'url' && busy ? { url: selection.url } : null;
  const picked: Picked | null = mode === 'file' ? chosen : sentUrl;
  const remove = () => {
    selection.clear();
    upload.reset();
  };
  const forgetRefusal = () => {
    if (state.phase === 'failed') upload.reset();
  };
  const choose = (files: File[]) => {
    forgetRefusal();
    const [file] = files;
    if (files.length > 1) onSeveral(files);
    else if (file) void selection.choose(file);
  };
  useHandedFiles(chosen !== null && !busy, (files) => onSeveral(chosen ? [chosen.file, ...files] : [...files]));
  const retype = (url: string) => {
    forgetRefusal();
    selection.setUrl(url);
  };
  const switchMode = (next: UploadMode) => {
    forgetRefusal();
    selection.setMode(next);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Pressed twice while the file is read, it is sent once.
    if (isTaking.current) return;
    isTaking.current = true;
    const media = await selection.take();
    isTaking.current = false;
    if (media === null) (mode === 'file' ? zone : address).current?.focus();
    else upload.start({ media, fields });
  };
  const errorLine = error ? (
    <div role="alert">
      <FieldError id={errorId} message={error} />
    </div>
  ) : null;

  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>
          One image, one frame.
          {access.state === 'open' ? <FramesLeft frames={access.usage.media_remaining} /> : null}
          {access.state === 'checking' ? <FramesToCome /> : null} Videos go through the{' '}
          <Link className="link" to="/docs#media-upload">
            API
          </Link>
          .
        </p>
        <ModeSwitch mode={mode} locked={busy} onMode={switchMode} />
      </div>
      {access.state === 'exhausted' && !busy ? (
        <Banner kind="warning" title={errorTable.frames_exhausted.message}>
          All {access.usage.total_media_allowed} frames of this period are used.
        </Banner>
      ) : null}
      <UploadFault state={state} onRetry={upload.retry} />
      <form className={`columns columns-1-1 ${uploadStyles.form}`} onSubmit={(event) => void submit(event)} noValidate>
        <div className={uploadStyles.left}>
          {picked ? <PickedCard picked={picked} state={state} onRemove={remove} onCancel={upload.cancel} /> : null}
          {!picked && mode === 'file' ? (
            <DropZone button={zone} describedBy={error ? errorId : undefined} onFiles={choose}>
              <span className={dropAreaStyles.line} data-slot="drop-area-line">
                Drop an image here, or <span className="link">choose a file</span>
              </span>
              <span className={fieldStyles.hint} data-slot="field-hint">
                JPG, PNG, GIF, WebP, HEIC, HEIF, AVIF · under 10MB · several at once make a queue
              </span>
            </DropZone>
          ) : null}
          {!picked && mode === 'url' ? <UrlBox input={address} url={selection.url} error={error} onChange={retype} /> : null}
          {mode === 'file' ? errorLine : null}
        </div>
        <div className={uploadStyles.right}>
          <DetailsCard fields={fields} state={busy ? 'checking' : 'open'} onChange={setFields} />
          {busy ? null : (
            <div className={`row ${uploadStyles.send}`}>
              <Button kind="primary" size="large" type="submit" disabled={access.state !== 'open'}>
                {buttonWords[access.state]}
              </Button>
            </div>
          )}
        </div>
      </form>
    </>
  );
}

/** Takes the place of the sentence that follows: on a phone it would push the form down by a line. */
function FramesToCome() {
  return (
    <span className={uploadStyles.toCome} aria-hidden="true">
      {' '}
      You have 00 left this period.
    </span>
  );
}

function FramesLeft({ frames }: { frames: number }) {
  return (
    <>
      {' '}
      You have <b className="strong">{frames.toLocaleString('en-US')}</b> left this period.
    </>
  );
}

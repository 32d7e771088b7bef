import { useEffect, useRef } from 'react';
import { formatDateTime } from '../../shared/format/format.ts';
import { fileLine } from '../../shared/media/file-facts.tsx';
import { MediaShot } from '../../shared/media/media-shot.tsx';
import { Preview } from '../../shared/media/preview.tsx';
import { StageList } from '../../shared/media/stage-list.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button, buttonLook } from '../../shared/ui/button.tsx';
import factsStyles from '../../shared/ui/facts.module.css';
import fieldStyles from '../../shared/ui/field.module.css';
import { Spinner } from '../../shared/ui/spinner.tsx';
import veilStyles from '../../shared/ui/veil.module.css';
import { Corners } from '../../shared/ui/veil.tsx';
import uploadResultStyles from '../../shared/verdict/upload-result.module.css';
import { VerdictHead } from '../../shared/verdict/verdict-head.tsx';
import { VerdictReasons } from '../../shared/verdict/verdict-reasons.tsx';
import type { Checked } from './check-picture.ts';
import { TryChoices } from './choices.tsx';
import tryItStyles from './try-it.module.css';
import { type Choice, type TryState, useTry } from './use-try.ts';

const uncharged = { charged: null, remaining: null };

function Checking({ file, times }: Extract<TryState, { phase: 'checking' }>) {
  return (
    <div className={`card ${tryItStyles.checking}`}>
      <div className="frame">
        <Preview file={file} name={file.name} onSides={() => {}}>
          <i className={veilStyles.scanline} />
        </Preview>
        <Corners />
      </div>
      <div>
        <h3>{file.name}</h3>
        {times.queued === undefined ? (
          <p className="row" role="status">
            <Spinner />
            Reading and sending the picture…
          </p>
        ) : (
          <StageList times={times} running />
        )}
      </div>
    </div>
  );
}

function Verdict({ media, deletedBy, onAnother }: Checked & { onAnother: () => void }) {
  return (
    <div className={`card ${uploadResultStyles.result}`}>
      <VerdictHead media={media} charge={uncharged}>
        <Button onClick={onAnother}>Try another picture</Button>
        <a {...buttonLook({ kind: 'primary' })} href="/register">
          Create an account
        </a>
      </VerdictHead>
      <div className={uploadResultStyles.body}>
        <div className={uploadResultStyles.left}>
          <MediaShot media={media} size="display" />
          <dl className={factsStyles.facts} data-slot="facts">
            <dt>File</dt>
            <dd className="truncate">{media.originalFilename}</dd>
            <dt>Type</dt>
            <dd>{fileLine(media)}</dd>
          </dl>
          <p className={fieldStyles.hint} data-slot="field-hint">
            The server deletes both by {formatDateTime(deletedBy)}. They stay on this page until you leave it.
          </p>
        </div>
        <div>
          <VerdictReasons media={media} />
        </div>
      </div>
    </div>
  );
}

/** Where a visitor's picture is checked, from the first choice on. */
export function TryPanel({ first }: { first: Choice }) {
  const { state, choose, check, reset } = useTry(first);
  const panel = useRef<HTMLFieldSetElement>(null);
  const { phase } = state;
  // What was pressed is gone: without this the focus would be lost.
  useEffect(() => {
    if (phase !== 'choosing') panel.current?.focus({ preventScroll: true });
  }, [phase]);
  return (
    <fieldset ref={panel} tabIndex={-1} aria-label="Your try">
      {phase === 'choosing' ? (
        <TryChoices
          fault={state.fault}
          onFile={(file) => void choose(file)}
          onSample={(src, name) => void choose({ src, name })}
        />
      ) : null}
      {phase === 'checking' ? <Checking {...state} /> : null}
      {phase === 'done' ? <Verdict media={state.media} deletedBy={state.deletedBy} onAnother={reset} /> : null}
      {phase === 'failed' ? (
        <Banner
          kind="warning"
          title={state.fault.title}
          action={
            <span className="row wrap">
              <Button size="small" onClick={() => void check(state.file)}>
                Try again
              </Button>
              <Button size="small" onClick={reset}>
                Choose another
              </Button>
              <a {...buttonLook({ kind: 'primary', size: 'small' })} href="/register">
                Create an account
              </a>
            </span>
          }
        >
          {state.fault.text}
        </Banner>
      ) : null}
    </fieldset>
  );
}

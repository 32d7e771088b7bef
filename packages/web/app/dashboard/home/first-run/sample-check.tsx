import { useEffect, useRef } from 'react';
import { MediaShot } from '../../../shared/media/media-shot.tsx';
import { Preview } from '../../../shared/media/preview.tsx';
import { StageList } from '../../../shared/media/stage-list.tsx';
import type { Checked } from '../../../shared/try-it/check-picture.ts';
import { type Choice, type TryState, useTry } from '../../../shared/try-it/use-try.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import veilStyles from '../../../shared/ui/veil.module.css';
import { Corners } from '../../../shared/ui/veil.tsx';
import resultStyles from '../../../shared/verdict/upload-result.module.css';
import { VerdictHead } from '../../../shared/verdict/verdict-head.tsx';
import { VerdictReasons } from '../../../shared/verdict/verdict-reasons.tsx';
import styles from './first-run.module.css';

const uncharged = { charged: null, remaining: null };

type SampleCheckProps = { first: Choice; onDone: () => void; onLeave: () => void };

/** A sample on its way through the server's own account: no frame, and nothing of it is kept. */
export function SampleCheck({ first, onDone, onLeave }: SampleCheckProps) {
  const { state, check } = useTry(first, 'check a picture of your own');
  const panel = useRef<HTMLElement>(null);
  const { phase } = state;
  // What was pressed is gone: without this the focus would be lost.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    if (phase === 'done') onDone();
  }, [phase, onDone]);
  const fault =
    state.phase === 'failed' ? state.fault : state.phase === 'choosing' && state.fault ? { title: state.fault, text: '' } : null;
  return (
    <section ref={panel} tabIndex={-1} className={`card ${resultStyles.result}`} aria-label="Sample">
      {state.phase === 'checking' ? <Checking {...state} /> : null}
      {state.phase === 'done' ? <SampleVerdict media={state.media} deletedBy={state.deletedBy} onLeave={onLeave} /> : null}
      {fault ? (
        <div className="card-body">
          <Banner
            kind="warning"
            title={fault.title}
            action={
              <span className="row wrap">
                {state.phase === 'failed' ? (
                  <Button size="small" onClick={() => void check(state.file)}>
                    Try again
                  </Button>
                ) : null}
                <Button size="small" onClick={onLeave}>
                  Choose another
                </Button>
              </span>
            }
          >
            {fault.text}
          </Banner>
        </div>
      ) : null}
      {state.phase === 'choosing' && !state.fault ? <Sending /> : null}
    </section>
  );
}

function Sending() {
  return (
    <p className="row card-body" role="status">
      <Spinner />
      Sending the sample…
    </p>
  );
}

function Checking({ file, times }: Extract<TryState, { phase: 'checking' }>) {
  return (
    <div className={resultStyles.body}>
      <div className={`frame ${styles.frame}`}>
        <Preview file={file} name={file.name} onSides={() => {}}>
          <i className={veilStyles.scanline} />
        </Preview>
        <Corners />
      </div>
      {times.queued === undefined ? <Sending /> : <StageList times={times} running />}
    </div>
  );
}

function SampleVerdict({ media, deletedBy, onLeave }: Checked & { onLeave: () => void }) {
  return (
    <>
      <VerdictHead media={media} charge={uncharged}>
        <Button onClick={onLeave}>Check another</Button>
      </VerdictHead>
      <div className={resultStyles.body}>
        <div className={resultStyles.left}>
          <MediaShot media={media} size="display" />
          <p className={fieldStyles.hint} data-slot="field-hint">
            A sample costs no frame. The server deletes it by <Time at={deletedBy} as="dateTime" />.
          </p>
        </div>
        <VerdictReasons media={media} />
      </div>
    </>
  );
}

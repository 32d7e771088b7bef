import { useEffect, useRef } from 'react';
import { Preview } from '../../shared/media/preview.tsx';
import { StageList } from '../../shared/media/stage-list.tsx';
import type { Checked } from '../../shared/try-it/check-picture.ts';
import { type Choice, type TryState, useTry } from '../../shared/try-it/use-try.ts';
import { Button, buttonLook } from '../../shared/ui/button.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { Time } from '../../shared/ui/time.tsx';
import veilStyles from '../../shared/ui/veil.module.css';
import { VerdictReasons } from '../../shared/verdict/verdict-reasons.tsx';
import { firstSample } from './choices.tsx';
import { outcomeOf, sampleOutcome } from './outcome.ts';
import { SampleFrame, TryBench, TryOutcome, VerdictFrame } from './try-bench.tsx';
import styles from './try-it.module.css';

const Register = () => (
  <a {...buttonLook({ kind: 'primary', size: 'small' })} href="/register">
    Create an account
  </a>
);

function Checking({ file, times }: Extract<TryState, { phase: 'checking' }>) {
  return (
    <>
      <h2>{file.name}</h2>
      {times.queued === undefined ? (
        <p className="row" role="status">
          <Spinner />
          Reading and sending the picture…
        </p>
      ) : (
        <StageList times={times} running />
      )}
    </>
  );
}

function Failed({ state, onAgain }: { state: Extract<TryState, { phase: 'failed' }>; onAgain: () => void }) {
  return (
    <>
      <div role="alert" className={styles.words}>
        <h2 className={styles.warn}>{state.fault.title}</h2>
        <p>{state.fault.text}</p>
      </div>
      <p className="row wrap">
        <Button size="small" onClick={onAgain}>
          Try again
        </Button>
        <Register />
      </p>
    </>
  );
}

function Verdict({ media, deletedBy }: Checked) {
  return (
    <TryOutcome outcome={outcomeOf(media)}>
      <p className="row wrap">
        <Register />
      </p>
      <p className={styles.rules}>
        The server deletes picture and verdict by <Time at={deletedBy} as="dateTime" />.
      </p>
    </TryOutcome>
  );
}

function frameOf(state: TryState) {
  if (state.phase === 'done') return <VerdictFrame media={state.media} />;
  if (state.phase === 'choosing') return <SampleFrame />;
  const { file } = state;
  return (
    <Preview key={file.name} file={file} name={file.name} onSides={() => {}}>
      {state.phase === 'checking' ? <i className={veilStyles.scanline} /> : null}
    </Preview>
  );
}

const nameOf = (choice: Choice) => (choice instanceof File ? '' : choice.name);

/** Where a visitor's picture is checked, from the first choice on. */
export function TryPanel({ first }: { first: Choice }) {
  const { state, chosen, choose, check } = useTry(first, 'create an account: its free trial checks 15 pictures');
  const panel = useRef<HTMLFieldSetElement>(null);
  // What was pressed in the served page is gone: without this the focus would be lost.
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <fieldset ref={panel} tabIndex={-1} aria-label="Your try">
      <TryBench
        frame={frameOf(state)}
        current={state.phase === 'choosing' ? firstSample.name : nameOf(chosen)}
        fault={state.phase === 'choosing' ? state.fault : null}
        onFile={(file) => void choose(file)}
        onSample={(src, name) => void choose({ src, name })}
      >
        {state.phase === 'choosing' ? <TryOutcome outcome={sampleOutcome} /> : null}
        {state.phase === 'checking' ? <Checking {...state} /> : null}
        {state.phase === 'done' ? <Verdict media={state.media} deletedBy={state.deletedBy} /> : null}
        {state.phase === 'failed' ? <Failed state={state} onAgain={() => void check(state.file)} /> : null}
      </TryBench>
      {state.phase === 'done' ? (
        <details className={styles.reasons}>
          <summary>Every reason of this verdict</summary>
          <VerdictReasons media={state.media} />
        </details>
      ) : null}
    </fieldset>
  );
}

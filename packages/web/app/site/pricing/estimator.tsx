import { useId } from 'react';
import { formatCount } from '../../shared/format/format.ts';
import { estimateWords } from './plan-figures.ts';
import styles from './pricing.module.css';

/** Where the sliders stand at first. */
const first = { images: 25_000, videoMinutes: 120 };

type SliderProps = { label: string; value: number; max: number; step: number };

/** It can be moved once the page's script runs. */
function Slider({ label, value, max, step }: SliderProps) {
  const id = useId();
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{label}</label>
      <output>{formatCount(value)}</output>
      <input
        id={id}
        type="range"
        min={0}
        max={max}
        step={step}
        defaultValue={value}
        aria-valuetext={formatCount(value)}
        disabled
      />
    </div>
  );
}

/** Which plan a month needs; `page-script/estimator.ts` recounts it. Nothing is asked of the server: the catalogue is in the script. */
export function Estimator() {
  const words = estimateWords(first);
  return (
    <section className={`card ${styles.estimator}`} aria-labelledby="estimate" data-estimator="">
      <h2 id="estimate">Estimate your month</h2>
      <Slider label="Images a month" value={first.images} max={60_000} step={1_000} />
      <Slider label="Minutes of video" value={first.videoMinutes} max={1_000} step={20} />
      <div className={styles.total} data-slot="pricing-total" role="status">
        <span className="muted">
          <span className="mono figures" data-frames="">
            {words.frames}
          </span>{' '}
          frames
        </span>
        <b data-plan="">{words.plan}</b>
      </div>
    </section>
  );
}

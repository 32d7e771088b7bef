import { useState } from 'react';
import { useHydrated } from '../../account/use-hydrated.ts';
import { formatCount } from '../../format.ts';
import { fittingPlan, framesOf, shortPrice } from './plan-figures.ts';

type SliderProps = { label: string; value: number; max: number; step: number; onChange: (value: number) => void };

function Slider({ label, value, max, step, onChange }: SliderProps) {
  const hydrated = useHydrated();
  return (
    <div className="r">
      <label>
        <span>{label}</span>
        <output>{formatCount(value)}</output>
        <input
          type="range"
          min={0}
          max={max}
          step={step}
          value={value}
          aria-valuetext={formatCount(value)}
          disabled={!hydrated}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        />
      </label>
    </div>
  );
}

/** Which plan a month needs. Nothing is asked of the server: the catalogue is in the page. */
export function Estimator() {
  const [images, setImages] = useState(25_000);
  const [videoMinutes, setVideoMinutes] = useState(120);
  const frames = framesOf({ images, videoMinutes });
  const plan = fittingPlan(frames);
  return (
    <section className="card est" aria-labelledby="estimate">
      <h2 id="estimate">Estimate your month</h2>
      <Slider label="Images a month" value={images} max={60_000} step={1_000} onChange={setImages} />
      <Slider label="Minutes of video" value={videoMinutes} max={1_000} step={20} onChange={setVideoMinutes} />
      <div className="out" role="status">
        <span className="muted">
          <span className="mono num">{formatCount(frames)}</span> frames
        </span>
        <b>{plan ? `${plan.name}, ${shortPrice(plan.price_cents)}` : 'More than Enterprise'}</b>
      </div>
    </section>
  );
}

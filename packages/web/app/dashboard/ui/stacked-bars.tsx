import styles from './stacked-bars.module.css';

/** Ticks of the value axis: from 0 in three steps of a round number that reach the largest value. */
export function ticksFor(largest: number): number[] {
  const wanted = Math.max(1, largest) / 3;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = Math.max(1, ([1, 2, 2.5, 3, 4, 5, 10].find((factor) => factor * power >= wanted) ?? 10) * power);
  const whole = Math.ceil(step);
  return [0, whole, 2 * whole, 3 * whole];
}

/** One bar: what stands on the axis, and what stands on that, hatched so that colour is not all that tells them apart. */
export type Bar = { key: string; label: string; lower: number; upper: number };

const uppers = {
  flagged: { bar: styles.hatched, ground: styles.hatchedGround, line: styles.hatchedLine },
  data: { bar: styles.hatchedData, ground: styles.hatchedDataGround, line: styles.hatchedDataLine },
} as const;

/** Units of a drawing, which scales with the card. The narrow one keeps its labels readable on a phone. */
export const drawings = [
  { shown: 'not-on-phones', width: 760, labels: 8 },
  { shown: 'only-on-phones', width: 360, labels: 4 },
] as const;
type Drawing = (typeof drawings)[number];
export const top = 8;
export const base = 204;
export const axis = 34;
export const height = 226;
/** A bar with one hatched unit among hundreds must still be seen. */
const leastHeight = 3.5;

export type StackedBarsProps = {
  bars: readonly Bar[];
  /** What the drawing shows, in words. The figures follow it as a table, by the caller. */
  label: string;
  /** Id of the hatch's pattern, one of a page. */
  hatch: string;
  /** What is hatched: what was flagged, or a second part of the same data. */
  upper: keyof typeof uppers;
};

/** Bars over an axis, once for a wide screen and once for a phone. */
export function StackedBars({ hatch, upper, ...rest }: StackedBarsProps) {
  return (
    <>
      <svg className={styles.hatch} aria-hidden="true">
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={uppers[upper].ground} width="5" height="5" />
          <rect className={uppers[upper].line} width="2.6" height="5" />
        </pattern>
      </svg>
      {drawings.map((drawing) => (
        <Drawn key={drawing.width} drawing={drawing} upper={upper} {...rest} />
      ))}
    </>
  );
}

function Drawn({ bars, label, upper: part, drawing }: Omit<StackedBarsProps, 'hatch'> & { drawing: Drawing }) {
  const { shown, width, labels } = drawing;
  const ticks = ticksFor(Math.max(0, ...bars.map(({ lower, upper }) => lower + upper)));
  const scale = (base - top) / (ticks.at(-1) ?? 1);
  const step = (width - axis) / Math.max(1, bars.length);
  const barWidth = Math.min(step * 0.62, 48);
  const labelEach = Math.ceil(bars.length / labels);
  return (
    <svg className={`${styles.chart} ${shown}`} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={styles.gridLine} x1={axis} x2={width} y1={base - tick * scale} y2={base - tick * scale} />
          <text x={axis - 8} y={base - tick * scale + 4} textAnchor="end">
            {tick >= 10_000 ? `${tick / 1_000}k` : tick}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => {
        const x = axis + index * step + (step - barWidth) / 2;
        const lower = bar.lower * scale;
        const upper = bar.upper === 0 ? 0 : Math.max(leastHeight, bar.upper * scale);
        return (
          <g key={bar.key}>
            {lower > 0 ? <rect className={styles.bar} x={x} y={base - lower} width={barWidth} height={lower} rx="1.5" /> : null}
            {upper > 0 ? (
              <rect className={uppers[part].bar} x={x} y={base - lower - upper} width={barWidth} height={upper} />
            ) : null}
            {index % labelEach === 0 ? (
              <text x={x + barWidth / 2} y={base + 18} textAnchor="middle">
                {bar.label}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}

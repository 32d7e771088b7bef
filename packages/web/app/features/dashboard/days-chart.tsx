import type { DayCounts } from '@clearframe/contract';
import { formatCount, formatDay } from '../../format.ts';
import { ticksFor } from './chart-scale.ts';

/** Units of a drawing, which scales with the card. The narrow one keeps its labels readable on a phone. */
const drawings = [
  { className: 'chart hide-s', width: 760, barWidth: 31, labelEach: 2 },
  { className: 'chart show-s', width: 360, barWidth: 15, labelEach: 4 },
] as const;
type Drawing = (typeof drawings)[number];
const top = 8;
const base = 204;
const axis = 34;
/** A day with one flagged item among hundreds must still be seen. */
const leastHeight = 3.5;

const name = (day: string) => formatDay(`${day}T00:00:00Z`, 'UTC');

/** "Checked uploads a day over 14 days: between 40 and 141, 43 flagged in total." */
function sentenceOf(days: readonly DayCounts[]): string {
  const totals = days.map(({ safe, flagged }) => safe + flagged);
  const flagged = days.reduce((sum, day) => sum + day.flagged, 0);
  const range = `between ${formatCount(Math.min(...totals))} and ${formatCount(Math.max(...totals))}`;
  return `Checked uploads a day over ${days.length} days: ${range}, ${formatCount(flagged)} flagged in total`;
}

function Drawn({ days, drawing }: { days: readonly DayCounts[]; drawing: Drawing }) {
  const { className, width, barWidth, labelEach } = drawing;
  const ticks = ticksFor(Math.max(...days.map(({ safe, flagged }) => safe + flagged)));
  const scale = (base - top) / (ticks.at(-1) ?? 1);
  const step = (width - axis) / days.length;
  return (
    <svg className={className} viewBox={`0 0 ${width} 226`} role="img" aria-label={sentenceOf(days)}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="g" x1={axis} x2={width} y1={base - tick * scale} y2={base - tick * scale} />
          <text x={axis - 8} y={base - tick * scale + 4} textAnchor="end">
            {tick >= 10_000 ? `${tick / 1_000}k` : tick}
          </text>
        </g>
      ))}
      {days.map((day, index) => {
        const x = axis + index * step + (step - barWidth) / 2;
        const safe = day.safe * scale;
        const flagged = day.flagged === 0 ? 0 : Math.max(leastHeight, day.flagged * scale);
        return (
          <g key={day.day}>
            {safe > 0 ? <rect className="b1" x={x} y={base - safe} width={barWidth} height={safe} rx="1.5" /> : null}
            {flagged > 0 ? <rect className="hatched" x={x} y={base - safe - flagged} width={barWidth} height={flagged} /> : null}
            {index % labelEach === 0 ? (
              <text x={x + barWidth / 2} y={base + 18} textAnchor="middle">
                {name(day.day)}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}

/** Safe and flagged uploads of the last days. Flagged is hatched, not only red; the same figures follow as a table for readers. */
export function DaysChart({ days }: { days: readonly DayCounts[] }) {
  return (
    <section className="card">
      <div className="card-h">
        <h2>Last {days.length} days</h2>
        <div className="legend" aria-hidden="true">
          <span>
            <i />
            Safe
          </span>
          <span>
            <i className="l2" />
            Flagged
          </span>
        </div>
      </div>
      <div className="card-b">
        <svg className="hatch" aria-hidden="true">
          <pattern id="flagged-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className="hatch-ground" width="5" height="5" />
            <rect className="hatch-line" width="2.6" height="5" />
          </pattern>
        </svg>
        {drawings.map((drawing) => (
          <Drawn key={drawing.width} days={days} drawing={drawing} />
        ))}
        <table className="sr">
          <caption>Checked uploads a day</caption>
          <thead>
            <tr>
              <th>Day</th>
              <th>Safe</th>
              <th>Flagged</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, safe, flagged }) => (
              <tr key={day}>
                <th scope="row">{name(day)}</th>
                <td>{safe}</td>
                <td>{flagged}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

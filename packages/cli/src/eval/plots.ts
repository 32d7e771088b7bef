import type { Measured, Section } from './evaluate.ts';
import { type Html, html } from './html.ts';

/** Size of the square in which a curve is drawn, and the room around it, in units of the drawing. */
const SIDE = 260;
const LEFT = 58;
const TOP = 12;
/** Colour and dashes of a curve: so many are told apart (page-style.ts). */
const LOOKS = 8;
/** Columns of the plot of scores. */
const BINS = 20;

const place = (rate: number) => Math.round(rate * SIDE * 10) / 10;

/** The curves of all analysers in one square, told apart by their dashes; a dot where the limit in force is. */
export function rocPlot(section: Section): Html {
  const drawn = section.measured.filter(({ roc }) => roc.length > 0);
  if (drawn.length === 0) return html``;
  const words = drawn.map(({ analyser, auc }) => `${analyser}: area ${auc?.toFixed(3)}`).join('; ');
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  return html`<figure>
<svg viewBox="0 0 ${LEFT + SIDE + 12} ${TOP + SIDE + 44}" role="img" aria-label="${`ROC of ${section.label}. ${words}`}">
<g transform="translate(${LEFT} ${TOP})">
<path class="grid" d="${ticks.map((tick) => `M0 ${place(tick)}H${SIDE}M${place(tick)} 0V${SIDE}`).join('')}"/>
<path class="coin" d="M0 ${SIDE}L${SIDE} 0"/>
${ticks.map(
  (tick) => html`<text x="${place(tick)}" y="${SIDE + 16}" text-anchor="middle">${tick}</text>
<text x="-8" y="${SIDE - place(tick) + 4}" text-anchor="end">${tick}</text>`,
)}
<text x="${SIDE / 2}" y="${SIDE + 34}" text-anchor="middle">flagged of what should not be</text>
<text transform="translate(-42 ${SIDE / 2}) rotate(-90)" text-anchor="middle">flagged of what should be</text>
${drawn.map((one) => curve(one, section.measured.indexOf(one)))}
</g></svg>
<figcaption>${drawn.map((one) => legend(one.analyser, section.measured.indexOf(one)))}
The dot is the limit in force, the thin line a coin.</figcaption>
</figure>`;
}

function curve({ roc, present }: Measured, index: number): Html {
  const points = roc.map(
    ({ truePositiveRate, falsePositiveRate }) => `${place(falsePositiveRate)} ${place(1 - truePositiveRate)}`,
  );
  const line = html`<path class="curve s${index % LOOKS}" d="M${points.join('L')}"/>`;
  if (!present) return line;
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = present.confusion;
  const x = place(falsePositives / (falsePositives + trueNegatives));
  const y = place(1 - truePositives / (truePositives + falseNegatives));
  return html`${line}<circle class="dot s${index % LOOKS}" cx="${x}" cy="${y}" r="4.5"/>`;
}

const legend = (name: string, index: number): Html =>
  html`<span class="key"><svg viewBox="0 0 28 8" aria-hidden="true"><path class="curve s${index % LOOKS}" d="M0 4H28"/>
</svg>${name}</span> `;

/** How scores are spread: upwards what should be flagged, downwards what should not, each as shares of its own kind. */
export function scorePlot({ label, limit, question }: Section, { analyser, samples, positives, negatives }: Measured): Html {
  if (samples.length === 0) return html``;
  const reach = Math.max(question === 'flagged' ? 1.5 : 1, ...samples.map(({ score }) => score));
  const shares = sharesOf(samples, reach, { positives, negatives });
  const tallest = Math.max(...shares.flatMap(({ yes, no }) => [yes, no]));
  const [width, half] = [SIDE, 70];
  const bar = width / BINS;
  const tall = (share: number) => Math.round((share / tallest) * half * 10) / 10;
  const at = limit && Math.round((limit.value / reach) * width * 10) / 10;
  const unit = question === 'flagged' ? 'score in relation to the flag limit' : 'score';
  return html`<figure>
<svg viewBox="0 0 ${width + LEFT + 12} ${2 * half + 52}" role="img"
aria-label="${`Scores that ${analyser} gives for ${label}: ${positives} pictures that should, ${negatives} that should not`}">
<g transform="translate(${LEFT} 16)">
${shares.map(
  ({ yes, no }, index) => html`<path class="yes" d="M${index * bar + 1} ${half}v-${tall(yes)}h${bar - 2}v${tall(yes)}z"/>
<path class="no" d="M${index * bar + 1} ${half}v${tall(no)}h${bar - 2}v-${tall(no)}z"/>`,
)}
<path class="axis" d="M0 ${half}H${width}"/>
${at === null ? html`` : html`<path class="limit" d="M${at} -4V${2 * half}"/><text x="${at}" y="-6" text-anchor="middle">limit</text>`}
<text x="-6" y="${half / 2}" text-anchor="end">yes</text><text x="-6" y="${half * 1.5}" text-anchor="end">no</text>
<text x="0" y="${2 * half + 16}">0</text><text x="${width}" y="${2 * half + 16}" text-anchor="end">${reach.toFixed(2)}</text>
<text x="${width / 2}" y="${2 * half + 30}" text-anchor="middle">${unit}</text>
</g></svg>
<figcaption>${analyser}: scores of the ${positives} that should be flagged (upwards)
and of the ${negatives} others (downwards), each as shares of its kind.</figcaption>
</figure>`;
}

function sharesOf(
  samples: Measured['samples'],
  reach: number,
  { positives, negatives }: { positives: number; negatives: number },
): { yes: number; no: number }[] {
  const shares = Array.from({ length: BINS }, () => ({ yes: 0, no: 0 }));
  for (const { score, positive } of samples) {
    const share = shares[Math.min(BINS - 1, Math.floor((score / reach) * BINS))];
    if (!share) continue;
    if (positive) share.yes += 1 / positives;
    else share.no += 1 / negatives;
  }
  return shares;
}

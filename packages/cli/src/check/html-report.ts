import { categories, categoryNames } from '@clearframe/contract';
import type { Checked } from '../check-all.ts';
import { type Html, html } from '../eval/html.ts';
import { pageStyle } from '../eval/page-style.ts';
import { strongestCategory, type Verdict, verdictOf } from '../verdict.ts';
import { byLikelihood, coverageOf, printable } from './report.ts';

const words: Record<Verdict, string> = {
  flagged: 'Flagged',
  review: 'Review',
  error: 'Not checked',
  safe: 'Safe',
};

const style = html`
main{max-width:80rem}
.list{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,16rem),1fr));gap:1rem;margin-top:1.5rem}
article{background:var(--surface);border:1px solid var(--line);border-radius:10px;overflow:hidden}
article div{padding:.75rem 1rem 1rem}
h2{font-size:.875rem;margin:.25rem 0;overflow-wrap:anywhere;font-weight:600}
.flagged{color:var(--yes)}.review{color:var(--s3)}.error{color:var(--ink-2)}.safe{color:var(--s2)}
article p{margin:0}
label{display:block;position:relative;background:var(--line);aspect-ratio:4/3;overflow:hidden;cursor:pointer}
label img{width:100%;height:100%;object-fit:contain;filter:blur(24px) grayscale(1)}
label input{position:absolute;left:.75rem;top:.75rem;z-index:1;width:1.25rem;height:1.25rem}
label span{position:absolute;left:2.5rem;top:.6rem;background:var(--surface);color:var(--ink);padding:0 .4rem;border-radius:4px}
label input:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
label input:checked~img{filter:none}
`;

/** Scores of what was assessed, the likeliest first. */
function scoresOf(checked: Checked): Html {
  if ('problem' in checked.outcome) return html`<p>${checked.outcome.problem}</p>`;
  const { scores } = checked.outcome.analysis;
  const listed = categoryNames
    .flatMap((name) => (scores[name] === undefined ? [] : [{ label: categories[name].label, score: scores[name] }]))
    .sort((one, other) => other.score - one.score);
  return html`<table>${listed.map(({ label, score }) => html`<tr><th scope="row">${label}</th><td>${score.toFixed(2)}</td></tr>`)}</table>`;
}

function pictureOf({ label, outcome }: Checked): Html {
  if ('problem' in outcome || outcome.thumbnail === undefined) return html``;
  const picture = html`<img src="data:image/webp;base64,${outcome.thumbnail}" alt="" loading="lazy">`;
  return html`<label><input type="checkbox" aria-label="Show ${printable(label)}">${picture}<span aria-hidden="true">Show</span></label>`;
}

function cardOf(checked: Checked): Html {
  const verdict = verdictOf(checked.outcome);
  const strongest = 'analysis' in checked.outcome ? strongestCategory(checked.outcome.analysis.scores) : null;
  const reason = strongest ? `${words[verdict]}: ${strongest.label} ${strongest.score.toFixed(2)}` : words[verdict];
  const head = html`<b class="${verdict}">${reason}</b><h2>${printable(checked.label)}</h2>`;
  return html`<article>${pictureOf(checked)}<div>${head}${scoresOf(checked)}</div></article>`;
}

/** Everything about a check on one page: no script, nothing fetched, every thumbnail veiled until its box is ticked. */
export function htmlReport(all: readonly Checked[], now: Date): string {
  const counts = Map.groupBy(all, ({ outcome }) => verdictOf(outcome));
  const line = (['flagged', 'review', 'error', 'safe'] as const)
    .flatMap((name) => (counts.has(name) ? [`${counts.get(name)?.length} ${words[name].toLowerCase()}`] : []))
    .join(', ');
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Check of ${all.length} pictures</title><style>${pageStyle}${style}</style></head>
<body><main><h1>Check of ${all.length} pictures</h1>
<p>${line}. ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC. The likeliest comes first.</p>
<p>${coverageOf(all)}</p>
<div class="list">
${byLikelihood(all).map(cardOf)}
</div></main></body></html>
`.markup;
}

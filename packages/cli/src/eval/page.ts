import { POLICY_VERSION } from '@clearframe/contract';
import type { Evaluation, NotCounted, Section } from './evaluate.ts';
import { type Html, html } from './html.ts';
import { pageStyle } from './page-style.ts';
import { rocPlot, scorePlot } from './plots.ts';
import { costRowsOf, flaggedNote, notes, type Row, rowsOf } from './rows.ts';

/**
 * The evaluation as one page of its own: no script, nothing fetched, light and dark by the reader's setting.
 * @param madeAt when it was measured
 */
export function pageOf(evaluation: Evaluation, madeAt: Date): string {
  const names = evaluation.analysers.map(({ name }) => name);
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Clearframe: how good the analysis is</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>How good the analysis is</h1>
<p>${evaluation.pictures} labelled pictures, ${names.join(', ')}, limits ${POLICY_VERSION},
<time datetime="${madeAt.toISOString()}">${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>.</p>
<ul>${[...notes, flaggedNote].map((note) => html`<li>${note}</li>`)}</ul>
${evaluation.sections.map((section) => sectionOf(section, names))}
<section aria-labelledby="cost">
<h2 id="cost">Time and cost</h2>
${tableOf('Time and cost', names, costRowsOf(evaluation.analysers))}
</section>
${listOf(evaluation.notCounted)}
</main>
</body>
</html>
`;
  return markup;
}

function sectionOf(section: Section, names: readonly string[]): Html {
  const { question, label, leftOut, measured } = section;
  return html`<section aria-labelledby="${question}">
<h2 id="${question}">${label}</h2>
${leftOut > 0 ? html`<p>${leftOut} left out: their labels do not say.</p>` : html``}
${tableOf(label, names, rowsOf(section))}
<div class="plots">${rocPlot(section)}${measured.map((one) => scorePlot(section, one))}</div>
</section>`;
}

/** It scrolls by itself on narrow screens, by the keyboard too. */
function tableOf(title: string, names: readonly string[], rows: readonly Row[]): Html {
  return html`<div class="scroll" role="region" aria-label="${`Figures: ${title}`}" tabindex="0"><table>
<thead><tr><th scope="col">Figure</th>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ({ name, cells }) => html`<tr><th scope="row">${name.trim()}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody>
</table></div>`;
}

function listOf(notCounted: readonly NotCounted[]): Html {
  if (notCounted.length === 0) return html``;
  return html`<section aria-labelledby="not-counted">
<h2 id="not-counted">Not counted</h2>
<ul>${notCounted.map(
    ({ label, analyser, problem }) => html`<li><code>${label}</code>: ${analyser ? `${analyser}: ` : ''}${problem}</li>`,
  )}</ul>
</section>`;
}

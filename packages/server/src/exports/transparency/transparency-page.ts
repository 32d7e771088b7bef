import type { TransparencyFigures } from '@clearframe/contract';
import { reportHead, transparencyLines } from './transparency-lines.ts';

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string | number | null) => String(text ?? '').replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}' +
  'table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #ccc}' +
  'td:nth-child(n+3),th:nth-child(n+3){text-align:right;font-variant-numeric:tabular-nums}';

const words = (name: string) => name.replaceAll('_', ' ');

/** The figures as a page of its own, to print or to publish: no script, nothing that is loaded. Pure. */
export function transparencyPage(figures: TransparencyFigures): string {
  const head = reportHead.map((name) => `<th scope="col">${escaped(words(name))}</th>`).join('');
  const rows = transparencyLines(figures).map(([figure, of, ...values]) => {
    const cells = [of, ...values].map((value) => `<td>${escaped(value)}</td>`).join('');
    return `<tr><th scope="row">${escaped(words(figure))}</th>${cells}</tr>`;
  });
  const period = `${figures.from} to ${figures.to}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Transparency report, ${escaped(period)}</title><style>${style}</style></head>
<body><h1>Transparency report</h1><p>${escaped(period)}, days in UTC. A share has its 95% interval (Wilson).</p>
<table><thead><tr>${head}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></body></html>
`;
}

import { type Html, html } from './html.ts';

/** The look of the page. Colours are those of the dashboard in both themes (packages/web/app/shared/styles/tokens.css). */
export const pageStyle: Html = html`
:root{color-scheme:light;--bg:#f3f6f6;--surface:#fff;--line:#dae1e2;--ink:#0d1517;--ink-2:#414e53;--focus:#1769a8;
--s0:#14507d;--s1:#a82a1a;--s2:#14664a;--s3:#7a4e00;--yes:#a82a1a;--no:#14507d}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;--bg:#0a0e10;--surface:#11171a;--line:#222b30;--ink:#e9eff0;--ink-2:#abb8bd;
--focus:#8ac6ef;--s0:#8ac6ef;--s1:#ff927e;--s2:#66cb9d;--s3:#e8b75c;--yes:#ff927e;--no:#8ac6ef}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:14px/20px ui-sans-serif,system-ui,"Segoe UI",sans-serif}
main{max-width:72rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:2rem;line-height:1.15;letter-spacing:-.022em;margin:0 0 .75rem}
h2{font-size:1.25rem;line-height:1.3;margin:0 0 .75rem}
p,ul{color:var(--ink-2);margin:0 0 1rem;padding:0;max-width:75ch}
ul{padding-left:1.25rem}
section{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:1.25rem;margin:1.5rem 0 0}
.scroll{overflow-x:auto}
.scroll:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.3rem 1.5rem .3rem 0;border-bottom:1px solid var(--line);white-space:nowrap;font-weight:400}
thead th,tbody td{font-weight:600}
tbody th{color:var(--ink-2)}
code{font-family:ui-monospace,Menlo,monospace;overflow-wrap:anywhere}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:1.5rem;margin-top:1.25rem}
figure{margin:0;min-width:0}
figure svg{display:block;width:100%;max-width:22rem;height:auto}
figcaption{color:var(--ink-2);font-size:.8125rem;margin-top:.25rem}
svg text{fill:var(--ink-2);font-size:11px}
.grid{stroke:var(--line);fill:none}
.axis,.coin{stroke:var(--ink-2);fill:none}
.coin{stroke-width:.75}
.curve{fill:none;stroke-width:2}
.s0{stroke:var(--s0);--mark:var(--s0)}
.s1{stroke:var(--s1);--mark:var(--s1);stroke-dasharray:7 4}
.s2{stroke:var(--s2);--mark:var(--s2);stroke-dasharray:2 3}
.s3{stroke:var(--s3);--mark:var(--s3);stroke-dasharray:10 3 2 3}
.s4{stroke:var(--s0);--mark:var(--s0);stroke-dasharray:1 5;stroke-linecap:round}
.s5{stroke:var(--s1);--mark:var(--s1);stroke-dasharray:14 3}
.s6{stroke:var(--s2);--mark:var(--s2);stroke-dasharray:8 3 2 3 2 3}
.s7{stroke:var(--s3);--mark:var(--s3);stroke-dasharray:4 2}
.dot{fill:var(--mark);stroke:var(--surface);stroke-dasharray:none;stroke-width:1.5}
.yes{fill:var(--yes)}
.no{fill:var(--no)}
.limit{stroke:var(--ink);stroke-dasharray:4 3}
.key svg{display:inline-block;width:28px;height:8px;margin-right:.35rem;vertical-align:middle}
.key{margin-right:.75rem;white-space:nowrap}
@media print{section{break-inside:avoid;border:0;padding:0}}
`;

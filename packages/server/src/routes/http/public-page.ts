import { createHash } from 'node:crypto';
import { escapeHtml } from '../../mail/templates/layout.ts';

/** The design language's tokens, as far as these pages need them. They are the customer's pages: our name is not on them. */
const css = `:root{color-scheme:light dark;--bg:#f3f6f6;--surface:#fff;--line:#dae1e2;--field:#6b7a80;--ink:#0d1517;--ink-2:#414e53;
--accent:#14507d;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0a0e10;--surface:#11171a;--line:#222b30;--field:#7d8b91;--ink:#e9eff0;--ink-2:#abb8bd;
--accent:#8ac6ef;--on-accent:#0a0e10}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);
font:400 1rem/1.5rem ui-sans-serif,system-ui,"Segoe UI",sans-serif;overflow-wrap:anywhere}
header,footer,.page{padding:0 1rem}header>div,footer>div,main{max-width:44rem;margin:0 auto}
header{background:var(--surface);border-bottom:1px solid var(--line)}header>div{display:flex;justify-content:space-between;
align-items:baseline;gap:1rem;padding:1.125rem 0}header b{font-size:1.125rem}main{padding:2.25rem 0 1.5rem}
footer>div{padding-bottom:2rem}h1{margin:0 0 .5rem;font-size:2rem;line-height:2.375rem;letter-spacing:-.02em}
section{margin:1.5rem 0 0;padding:1.25rem;background:var(--surface);border:1px solid var(--line);border-radius:10px}
h2{margin:0 0 .25rem;font-size:1.0625rem}p{margin:0 0 .5rem}p:last-child{margin:0}.quiet{color:var(--ink-2)}
.typed{white-space:pre-wrap}dl{margin:0;display:grid;gap:.75rem}dl div{display:grid;grid-template-columns:8.5rem minmax(0,1fr);gap:1rem}
dt{color:var(--ink-2)}dd{margin:0}label{display:block;margin:1rem 0 .25rem;font-weight:600}
textarea,input{display:block;width:100%;margin:0 0 .25rem;padding:.5rem .75rem;font:inherit;color:inherit;background:var(--bg);
border:1px solid var(--field);border-radius:8px}textarea{min-height:8rem;resize:vertical}
button{margin-top:.75rem;padding:.625rem 1.125rem;min-height:2.75rem;font:inherit;font-weight:600;color:var(--on-accent);
background:var(--accent);border:0;border-radius:8px;cursor:pointer}a{color:var(--accent)}
[role=alert]{margin:.75rem 0;border-left:4px solid var(--accent);padding-left:.75rem}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:30rem){h1{font-size:1.75rem;line-height:2.125rem}dl div{grid-template-columns:minmax(0,1fr);gap:0}}`;

/** One style block, no script, and a form that goes to the page itself. */
export const publicPolicy =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; img-src data:; ` +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** A page for people outside, with its band: whose it is, and what it is. Works without JavaScript. */
export const publicFrame = (title: string, band: string, body: string, foot: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${css}</style></head>
<body>${band}<div class="page"><main>${body}</main></div>
<footer class="quiet"><div>${foot}<p>Not legal advice.</p></div></footer></body></html>
`;

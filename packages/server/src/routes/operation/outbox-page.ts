import { createHash } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { ReadableMail } from '../../mail/read-mail.ts';
import { escapeHtml } from '../../mail/templates/layout.ts';

/** The design language's tokens, as far as this one page needs them. */
const css = `:root{color-scheme:light dark;--bg:#f3f6f6;--surface:#fff;--line:#dae1e2;--ink:#0d1517;--ink-2:#414e53;
--accent:#14507d;--accent-line:#a6c6dd}
@media (prefers-color-scheme:dark){:root{--bg:#0a0e10;--surface:#11171a;--line:#222b30;--ink:#e9eff0;--ink-2:#abb8bd;
--accent:#8ac6ef;--accent-line:#2c5876}}
body{margin:0;background:var(--bg);color:var(--ink);
font:400 .875rem/1.25rem "Schibsted Grotesk",ui-sans-serif,system-ui,"Segoe UI",sans-serif}
main{max-width:44rem;margin:0 auto;padding:2rem 1rem}h1{margin:0;font-size:1.5rem;line-height:1.875rem;letter-spacing:-.022em}
p{margin:.25rem 0 1.5rem;color:var(--ink-2)}
article{margin:0 0 1rem;background:var(--surface);border:1px solid var(--line);border-radius:10px}
header{padding:1rem 1.25rem;border-bottom:1px solid var(--line)}h2{margin:0;font-size:.9375rem}
header span{color:var(--ink-2);overflow-wrap:anywhere}
pre{margin:0;padding:1.25rem;white-space:pre-wrap;overflow-wrap:anywhere;
font:400 .8125rem/1.25rem "Geist Mono",ui-monospace,Menlo,monospace}
a{color:var(--accent);text-decoration-color:var(--accent-line);text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;

/**
 * Shows new mails by themselves: people wait here for a code. The page stays where it is while somebody reads or selects, for
 * only what changed is put in.
 */
const script = `setInterval(async () => {
  if (document.hidden) return;
  try {
    const text = await (await fetch("/dev/outbox")).text();
    const next = new DOMParser().parseFromString(text, "text/html").querySelector("main");
    const main = document.querySelector("main");
    if (next && next.innerHTML !== main.innerHTML) main.replaceWith(next);
  } catch {}
}, 2000)`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page's own policy: its one style block, its one script, which asks for the page itself, and nothing else. */
export const outboxPolicy =
  `default-src 'none'; style-src ${hashOf(css)}; script-src ${hashOf(script)}; connect-src 'self'; img-src 'self' data:; ` +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export type ListedMail = ReadableMail & { name: string };

/** Text with our own addresses as links; everything else stays text. */
function linked(text: string, publicUrl: string): string {
  const escaped = escapeHtml(text);
  const own = escapeHtml(publicUrl).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return escaped.replace(new RegExp(`${own}/[\\w\\-./?=&;%]*`, 'g'), (url) => `<a href="${url}">${url}</a>`);
}

function article(mail: ListedMail, publicUrl: string): string {
  const source = `<a href="/dev/outbox/${mail.name}">source</a>`;
  return `<article><header><h2>${escapeHtml(mail.subject)}</h2>
<span>To ${escapeHtml(mail.to)} · ${escapeHtml(mail.date)} · ${source}</span></header>
<pre>${linked(mail.text, publicUrl)}</pre></article>`;
}

const withoutServer = 'Emails from this server. SMTP_URL is not set, so they stay on this machine.';
const withServer = 'SMTP_URL is set, so emails go to the mail server. These are older.';

/** Every mail of the outbox, newest first, as one page that renews itself. */
export function outboxPage(mails: readonly ListedMail[], { publicUrl, smtpUrl }: Pick<Config, 'publicUrl' | 'smtpUrl'>): string {
  const list = mails.map((mail) => article(mail, publicUrl)).join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>Outbox – Clearframe</title><style>${css}</style></head>
<body><main><h1>Outbox</h1><p>${smtpUrl ? withServer : withoutServer}</p>
${list || '<p>No emails yet. Register an account and its code appears here.</p>'}
</main><script>${script}</script></body></html>
`;
}

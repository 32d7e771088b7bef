import { createHash } from 'node:crypto';
import {
  type AppealWords,
  defaultAppealWords as defaults,
  limits,
  type PublicStatement,
  statementWords,
} from '@clearframe/contract';
import { escapeHtml } from '../../mail/templates/layout.ts';

/** The design language's tokens, as far as this one page needs them. It is the customer's page: our name is not on it. */
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
export const statementPolicy =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; img-src data:; ` +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

const day = (time: string) => new Date(time).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const text = (...sentences: (string | null)[]) => sentences.flatMap((one) => (one ? `<p>${escapeHtml(one)}</p>` : [])).join('\n');
const typed = (words: string) => `<p class="typed">${escapeHtml(words)}</p>`;
const ownOr = (own: string | undefined, ours: string) => (own ? typed(own) : ours);
const section = (heading: string, body: string, id = '') =>
  `<section${id && ` id="${id}"`}><h2>${escapeHtml(heading)}</h2>\n${body}</section>`;

/** A page with its band: whose it is, and what it is. */
const frame = (title: string, band: string, body: string, foot: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${css}</style></head>
<body>${band}<div class="page"><main>${body}</main></div>
<footer class="quiet"><div>${foot}<p>Not legal advice.</p></div></footer></body></html>
`;

/** What somebody sent that was not taken, and why. */
export type Refused = { message: string; text: string; email: string };
type Shown = { refused?: Refused | undefined; words?: AppealWords | undefined };

function form(refused: Refused | undefined): string {
  const alert = refused ? `<p role="alert" id="fault">${escapeHtml(refused.message)}</p>` : '';
  const fault = ` aria-describedby="${refused ? 'fault ' : ''}length"`;
  return `${alert}<form method="post">
<label for="text">Why is this decision wrong?</label>
<textarea id="text" name="text" required maxlength="${limits.appealTextMaxLength}"${fault}>${escapeHtml(refused?.text ?? '')}</textarea>
<p class="quiet" id="length">Up to ${limits.appealTextMaxLength.toLocaleString('en-GB')} characters.</p>
<label for="email">Email address (optional)</label>
<input id="email" name="email" type="email" maxlength="${limits.emailMaxLength}" autocomplete="email"
value="${escapeHtml(refused?.email ?? '')}" aria-describedby="email-use">
<p class="quiet" id="email-use">We use it to tell you the outcome.</p>
<button>Send appeal</button></form>`;
}

/** How an appeal stands, in the words of the account or in ours. */
function appealSection(
  { appeal, redress }: PublicStatement,
  { isClosed, refused, words }: Shown & { isClosed: boolean },
): string {
  const alert = refused ? `<p role="alert">${escapeHtml(refused.message)}</p>` : '';
  if (appeal?.decided_at) {
    const field = appeal.outcome === 'reversed' ? 'appeal_reversed' : 'appeal_upheld';
    const outcome = ownOr(words?.[field], text(defaults[field]));
    const when = `Decided on ${day(appeal.decided_at)}. Another look at the same decision is not possible.`;
    return section('Your appeal', alert + outcome + typed(appeal.answer ?? '') + text(when), 'appeal');
  }
  if (appeal) return section('Your appeal', alert + ownOr(words?.appeal_thanks, text(defaults.appeal_thanks)), 'appeal');
  if (isClosed) return section('Appeal', alert + text(`An appeal was possible until ${day(redress.appeal_until)}.`), 'appeal');
  const rules = `<p class="quiet">${escapeHtml(defaults.appeal_intro)}</p>`;
  return section('Appeal', ownOr(words?.appeal_intro, rules) + form(refused), 'appeal');
}

/** Why, in the customer's words, and the rule or the law. */
function whyOf({ ground, label, reference, reference_url: url }: PublicStatement): string {
  const against = ground === 'illegal' ? 'We think that it is against the law' : 'It is against our rules';
  const link = url ? `<p><a href="${escapeHtml(url)}" rel="noreferrer nofollow">Read the rule</a></p>` : '';
  const rule = text(reference ? `${against}: ${reference}` : `${against}.`);
  return `<p><b>${escapeHtml(label.name)}</b></p>${typed(label.text)}${rule}${link}`;
}

/** What happened, why, who decided and what software did, each beside its name. */
function facts(statement: PublicStatement): string {
  const { asked, decided, software, effect } = statementWords(statement);
  const rows = [
    ['Why', whyOf(statement)],
    ['What happened', text(statement.facts)],
    ['Who asked', text(asked)],
    ['Who decided', text(decided)],
    ['Software', text(software)],
    ['Effect', text(effect)],
  ];
  const lines = rows.map(([name, words]) => `<div><dt>${name}</dt><dd>${words}</dd></div>`);
  return `<section aria-label="Our decision"><dl>${lines.join('\n')}</dl></section>`;
}

/** What else the uploader can do. */
const elsewhere = ({ contact, out_of_court: body }: PublicStatement['redress']) =>
  text(
    'Not happy with our answer? You can also go to a court.',
    body && `You can settle it out of court: ${body}`,
    contact && `Contact: ${contact}`,
    'This link is yours alone. It shows how your appeal stands.',
  );

/** Why something is restricted, and the form against it. Works without JavaScript. */
export function statementPage(
  platform: string,
  statement: PublicStatement,
  { now, refused, words }: Shown & { now: Date },
): string {
  const { redress, appeal } = statement;
  const { title } = statementWords(statement);
  const isClosed = new Date(redress.appeal_until) < now;
  const until = appeal || isClosed ? '' : ` You can appeal until ${day(redress.appeal_until)}.`;
  const reversed = statement.reversed_at ? text(`We lifted this restriction on ${day(statement.reversed_at)}.`) : '';
  const number = `Statement ${statement.number}`;
  return frame(
    `${title} – ${platform}`,
    `<header><div><b>${escapeHtml(platform)}</b> <span class="quiet">${number}</span></div></header>`,
    `<h1>${escapeHtml(title)}</h1><p class="quiet">On ${day(statement.created_at)}.${until}</p>${reversed}
${facts(statement)}
${appealSection(statement, { isClosed, refused, words })}`,
    elsewhere(redress),
  );
}

/** For every address that opens no statement, whatever is wrong with it. */
export const missingStatementPage = frame(
  'Statement not found',
  '',
  '<h1>Statement not found</h1><p>This link opens no statement. Check that you have copied all of it.</p>',
  '',
);

import { createHash } from 'node:crypto';
import { limits, type PublicStatement } from '@clearframe/contract';
import { escapeHtml } from '../../mail/templates/layout.ts';

/** The design language's tokens, as far as this one page needs them. It is the customer's page: our name is not on it. */
const css = `:root{color-scheme:light dark;--bg:#f3f6f6;--surface:#fff;--line:#dae1e2;--field:#6b7a80;--ink:#0d1517;--ink-2:#414e53;
--accent:#14507d;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0a0e10;--surface:#11171a;--line:#222b30;--field:#7d8b91;--ink:#e9eff0;--ink-2:#abb8bd;
--accent:#8ac6ef;--on-accent:#0a0e10}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);
font:400 1rem/1.5rem ui-sans-serif,system-ui,"Segoe UI",sans-serif;overflow-wrap:anywhere}
main{max-width:40rem;margin:0 auto;padding:2rem 1rem}h1{margin:.25rem 0 1.5rem;font-size:1.5rem;line-height:1.875rem}
section{margin:0 0 1rem;padding:1.25rem;background:var(--surface);border:1px solid var(--line);border-radius:10px}
h2{margin:0 0 .5rem;font-size:1.0625rem}p{margin:0 0 .5rem}p:last-child{margin:0}.quiet{color:var(--ink-2)}.typed{white-space:pre-wrap}
label{display:block;margin:1rem 0 .25rem;font-weight:600}textarea,input{display:block;width:100%;padding:.5rem .75rem;font:inherit;
color:inherit;background:var(--bg);border:1px solid var(--field);border-radius:8px}textarea{min-height:10rem;resize:vertical}
button{margin-top:1rem;padding:.625rem 1rem;min-height:2.75rem;font:inherit;font-weight:600;color:var(--on-accent);
background:var(--accent);border:0;border-radius:8px}a{color:var(--accent)}
[role=alert]{border-left:4px solid var(--accent);padding-left:.75rem}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;

/** One style block, no script, and a form that goes to the page itself. */
export const statementPolicy =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; img-src data:; ` +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

const restricted: Record<PublicStatement['restriction'], string> = {
  removed: 'We removed it.',
  disabled: 'Nobody can open it.',
  demoted: 'We show it to fewer people.',
  age_restricted: 'Only adults can see it.',
  interaction_restricted: 'People cannot interact with it.',
  labelled: 'We put a label on it.',
};

const detected = { true: 'Software found it.', false: 'Software did not find it.' };
const decided: Record<PublicStatement['automated_decision'], string> = {
  fully: 'Software decided, without a person.',
  partially: 'A person decided, with the help of software.',
  not_automated: 'A person decided.',
};

const day = (time: string) => new Date(time).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const text = (...sentences: (string | null)[]) => sentences.flatMap((one) => (one ? `<p>${escapeHtml(one)}</p>` : [])).join('\n');
const typed = (words: string) => `<p class="typed">${escapeHtml(words)}</p>`;
const section = (heading: string, body: string, id = '') =>
  `<section${id && ` id="${id}"`}><h2>${escapeHtml(heading)}</h2>\n${body}</section>`;

const frame = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${css}</style></head>
<body><main>${body}
<p class="quiet">Not legal advice.</p></main></body></html>
`;

/** What somebody sent that was not taken, and why. */
export type Refused = { message: string; text: string; email: string };

function form(refused: Refused | undefined): string {
  const alert = refused ? `<p role="alert" id="fault">${escapeHtml(refused.message)}</p>` : '';
  const fault = refused ? ' aria-describedby="fault"' : '';
  return `${alert}<form method="post">
<label for="text">Why is this decision wrong?</label>
<textarea id="text" name="text" required maxlength="${limits.appealTextMaxLength}"${fault}>${escapeHtml(refused?.text ?? '')}</textarea>
<label for="email">Email address (optional)</label>
<input id="email" name="email" type="email" maxlength="${limits.emailMaxLength}" autocomplete="email"
value="${escapeHtml(refused?.email ?? '')}" aria-describedby="email-use">
<p class="quiet" id="email-use">We use it to tell you the outcome.</p>
<button>Send the appeal</button></form>`;
}

function appealSection({ appeal, redress }: PublicStatement, isClosed: boolean, refused: Refused | undefined): string {
  const alert = refused ? `<p role="alert">${escapeHtml(refused.message)}</p>` : '';
  if (appeal?.decided_at) {
    const outcome =
      appeal.outcome === 'reversed' ? 'You were right. We lifted the restriction.' : 'We looked again. The decision stands.';
    const when = `Decided on ${day(appeal.decided_at)}. Another look at the same decision is not possible.`;
    return section('Your appeal', alert + text(outcome) + typed(appeal.answer ?? '') + text(when), 'appeal');
  }
  if (appeal)
    return section(
      'Your appeal',
      alert + text('We have your appeal. A person will decide it. This page will show the outcome.'),
      'appeal',
    );
  if (isClosed) return section('Appeal', alert + text(`An appeal was possible until ${day(redress.appeal_until)}.`), 'appeal');
  const until = `You can appeal until ${day(redress.appeal_until)}, once and free of charge. A person decides.`;
  return section('Appeal', text(until) + form(refused), 'appeal');
}

/** Why something is restricted, and the form against it. Works without JavaScript. */
export function statementPage(
  platform: string,
  statement: PublicStatement,
  { now, refused }: { now: Date; refused?: Refused },
): string {
  const { facts, ground, label, reference, reference_url: url, redress } = statement;
  const against = ground === 'illegal' ? 'We think that it is against the law' : 'It is against our rules';
  const link = url ? `<p><a href="${escapeHtml(url)}" rel="noreferrer nofollow">Read the rule</a></p>` : '';
  const options = text(
    'You can appeal on this page. You can also go to a court.',
    redress.contact && `Contact: ${redress.contact}`,
    redress.out_of_court && `Settle it out of court: ${redress.out_of_court}`,
  );
  const reversed = statement.reversed_at ? text(`We lifted this restriction on ${day(statement.reversed_at)}.`) : '';
  const software = `${detected[statement.automated_detection ? 'true' : 'false']} ${decided[statement.automated_decision]}`;
  const dated = `Statement ${statement.number} of ${day(statement.created_at)}.`;
  const outcome = text(restricted[statement.restriction]) + reversed + text(dated);
  const rule = text(reference ? `${against}: ${reference}` : `${against}.`);
  const reason = `<p><b>${escapeHtml(label.name)}</b></p>${typed(label.text)}${rule}${link}`;
  return frame(
    `Why we restricted your upload – ${platform}`,
    `<p class="quiet">${escapeHtml(platform)}</p><h1>Why we restricted your upload</h1>
${section('Our decision', outcome)}
${section('Reason', reason)}
${section('How we decided', text(facts, software))}
${section('Your options', options)}
${appealSection(statement, new Date(redress.appeal_until) < now, refused)}`,
  );
}

/** For every address that opens no statement, whatever is wrong with it. */
export const missingStatementPage = frame(
  'Statement not found',
  '<h1>Statement not found</h1><p>This link opens no statement. Check that you have copied all of it.</p>',
);

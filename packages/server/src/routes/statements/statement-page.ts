import {
  type AppealWords,
  defaultAppealWords as defaults,
  limits,
  type PublicStatement,
  statementWords,
} from '@clearframe/contract';
import { escapeHtml } from '../../mail/templates/layout.ts';
import { publicFrame } from '../http/public-page.ts';

const day = (time: string) => new Date(time).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const text = (...sentences: (string | null)[]) => sentences.flatMap((one) => (one ? `<p>${escapeHtml(one)}</p>` : [])).join('\n');
const typed = (words: string) => `<p class="typed">${escapeHtml(words)}</p>`;
const ownOr = (own: string | undefined, ours: string) => (own ? typed(own) : ours);
const section = (heading: string, body: string, id = '') =>
  `<section${id && ` id="${id}"`}><h2>${escapeHtml(heading)}</h2>\n${body}</section>`;

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
  const { reversed_at: lifted } = statement;
  const rows = [
    ['Why', whyOf(statement)],
    ['What happened', text(statement.facts)],
    ['Who asked', text(asked)],
    ['Who decided', text(decided)],
    ['Software', text(software)],
    ['Effect', text(lifted ? `Lifted on ${day(lifted)}.` : effect)],
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

/**
 * Why something is restricted, and the form against it. Works without JavaScript.
 * @param platform whose page it is; empty where the account gave itself no name
 */
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
  return publicFrame(
    platform ? `${title} – ${platform}` : title,
    `<header><div><b>${escapeHtml(platform || 'Statement of reasons')}</b> <span class="quiet">${number}</span></div></header>`,
    `<h1>${escapeHtml(title)}</h1><p class="quiet">On ${day(statement.created_at)}.${until}</p>${reversed}
${facts(statement)}
${appealSection(statement, { isClosed, refused, words })}`,
    elsewhere(redress),
  );
}

/** For every address that opens no statement, whatever is wrong with it. */
export const missingStatementPage = publicFrame(
  'Statement not found',
  '',
  '<h1>Statement not found</h1><p>This link opens no statement. Check that you have copied all of it.</p>',
  '',
);

import type { Mail } from '../mail.ts';

/** Colours of the design language's light theme; mail programs know neither custom properties nor style sheets. */
const colours = { page: '#f3f6f6', card: '#ffffff', line: '#dae1e2', ink: '#0d1517', ink2: '#414e53', accent: '#14507d' };
const sans = "'Schibsted Grotesk',ui-sans-serif,system-ui,'Segoe UI',sans-serif";
const mono = "'Geist Mono',ui-monospace,'SFMono-Regular',Menlo,monospace";

/** One piece of a mail: a sentence, a code in large digits, or a button that opens an address. */
type MailPart = { text: string } | { code: string } | { label: string; url: string };
export type MailContent = { subject: string; greeting: string; parts: MailPart[]; footer: string };

/** What a person typed, a part for each line: a mail knows no other breaks. */
export const linesOf = (text: string): MailPart[] => text.split(/(?:\r\n|\r|\n)+/).map((line) => ({ text: line }));

/** Text as HTML shows it. Names come from strangers. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function htmlPart(part: MailPart): string {
  if ('code' in part)
    return `<p style="margin:0 0 20px;font:600 32px/40px ${mono};letter-spacing:8px;color:${colours.ink}">${escapeHtml(part.code)}</p>`;
  if ('url' in part)
    return `<p style="margin:0 0 20px"><a href="${escapeHtml(part.url)}" style="display:inline-block;padding:12px 18px;\
border-radius:8px;background:${colours.accent};color:#ffffff;font:600 16px/20px ${sans};text-decoration:none">\
${escapeHtml(part.label)}</a></p>`;
  return `<p style="margin:0 0 20px;font:400 16px/26px ${sans};color:${colours.ink2}">${escapeHtml(part.text)}</p>`;
}

function textPart(part: MailPart): string {
  if ('code' in part) return `    ${part.code}`;
  if ('url' in part) return `${part.label}:\n${part.url}`;
  return part.text;
}

/** The mail as text and as HTML: one card on the light table, no picture and no address of anybody else. */
export function layoutMail(to: string, content: MailContent): Mail {
  const body = content.parts.map(htmlPart).join('\n');
  return {
    to,
    subject: content.subject,
    text: [content.greeting, ...content.parts.map(textPart), `-- \n${content.footer}`].join('\n\n'),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
<meta name="color-scheme" content="light"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:${colours.page}">
<div style="max-width:520px;margin:0 auto;padding:32px;background:${colours.card};border:1px solid ${colours.line};border-radius:10px">
<p style="margin:0 0 24px;font:700 17px/24px ${sans};letter-spacing:-.5px;color:${colours.ink}">\
<span style="color:${colours.accent}">&#9679;</span> Clearframe</p>
<h1 style="margin:0 0 12px;font:600 24px/30px ${sans};letter-spacing:-.5px;color:${colours.ink}">${escapeHtml(content.greeting)}</h1>
${body}
<p style="margin:0;padding-top:16px;border-top:1px solid ${colours.line};font:400 13px/18px ${sans};color:${colours.ink2}">\
${escapeHtml(content.footer)}</p>
</div></body></html>
`,
  };
}

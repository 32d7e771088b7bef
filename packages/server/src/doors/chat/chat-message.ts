import type { ChatKind } from '@clearframe/contract';

/** What a message tells: numbers, names of our own reasons, and links that need a sign-in. Nothing that anybody uploaded or typed. */
export type Digest = {
  flagged: number;
  review: number;
  failed: number;
  /** How many items for each reason, by its name for people. */
  reasons: ReadonlyMap<string, number>;
  /** Since when the oldest waits, in ms. */
  oldestMs: number;
  /** Pages of items, the first ten. */
  links: readonly string[];
  /** The page where all of them wait. */
  queue: string;
};

const LINKS_MAX = 10;

const items = (count: number) => (count === 1 ? '1 item waits' : `${count.toLocaleString('en')} items wait`);

function waitWords(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} days`;
}

function sentences({ flagged, review, failed, reasons, oldestMs }: Digest): { head: string; rest: string[] } {
  const parts: [number, string][] = [
    [flagged, 'flagged'],
    [review, 'to review'],
    [failed, 'not analysed'],
  ];
  const kinds = parts.flatMap(([count, words]) => (count > 0 ? [`${count.toLocaleString('en')} ${words}`] : []));
  const byReason = [...reasons].sort(([, one], [, other]) => other - one).map(([name, count]) => `${name} ${count}`);
  return {
    head: `${items(flagged + review + failed)} for a decision: ${kinds.join(', ')}.`,
    rest: [...(byReason.length > 0 ? [`By reason: ${byReason.join(', ')}.`] : []), `The oldest waits ${waitWords(oldestMs)}.`],
  };
}

/** A digest as the body that each chat documents for its incoming webhooks. */
export function chatMessage(kind: ChatKind, digest: Digest): object {
  const { head, rest } = sentences(digest);
  const links = digest.links.slice(0, LINKS_MAX);
  if (kind === 'slack')
    return slackBody(head, rest.join('\n'), [
      ...links.map((url, at) => `<${url}|Item ${at + 1}>`),
      `<${digest.queue}|Content Review>`,
    ]);
  const listed = [...links.map((url, at) => `[Item ${at + 1}](${url})`), `[Content Review](${digest.queue})`];
  return discordBody(head, [...rest, listed.join(' · ')].join('\n'));
}

/** The other message: what was told, and links that need a sign-in, each with its words. */
export function linesMessage(kind: ChatKind, text: string, links: readonly (readonly [url: string, words: string])[]): object {
  const shown = links.slice(0, LINKS_MAX);
  if (kind === 'slack')
    return slackBody(
      text,
      null,
      shown.map(([url, words]) => `<${url}|${words}>`),
    );
  return discordBody(text, shown.map(([url, words]) => `[${words}](${url})`).join(' · '));
}

/** What the Test button sends. */
export function testMessage(kind: ChatKind): object {
  const text = 'Clearframe can post here. This is a test.';
  return kind === 'slack' ? slackBody(text, null, []) : discordBody(text, null);
}

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks: `text` is what a notification shows. */
function slackBody(text: string, more: string | null, links: readonly string[]): object {
  const section = (words: string) => ({ type: 'section', text: { type: 'mrkdwn', text: words } });
  const lines = [text, more, links.length > 0 ? links.join(' · ') : null].filter((line) => line !== null);
  return { text, blocks: lines.map(section) };
}

/** https://docs.discord.com/developers/resources/webhook#execute-webhook: nobody is mentioned, whatever stands in it. */
const discordBody = (content: string, description: string | null): object => ({
  content,
  embeds: description === null ? [] : [{ description }],
  allowed_mentions: { parse: [] },
});

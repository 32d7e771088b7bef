import { limits, MediaQuery, MediaStatus, QualityPeriod, WhatIfInput } from '@clearframe/contract';
import { z } from 'zod';
import { getAuthor } from '../../authors/read-authors.ts';
import { apiUsage } from '../../billing/api-usage.ts';
import { getMedia, listMedia } from '../../moderation/list/find-media.ts';
import { tryChange } from '../../moderation/what-if/what-if.ts';
import { qualityReport } from '../../quality/report.ts';
import { plain, shownItem, shownVerdict } from './shown-item.ts';
import { type Tool, type ToolCall, tool } from './tool.ts';

const id = z.uuid().describe('Id of an item');
const limit = z.int().min(1).max(50).default(20).describe('Items in one answer');
const cursor = z.string().max(2_000).optional().describe('next_cursor of the answer before');

async function list({ context, caller }: ToolCall, query: z.input<typeof MediaQuery>) {
  const { media_uploads, pagination } = await listMedia(context, caller, MediaQuery.parse(query));
  return {
    items: media_uploads.map((media) => shownItem(media, context.config.publicUrl)),
    total: pagination.total,
    next_cursor: pagination.next_cursor ?? null,
  };
}

/** Tools of the scope `read`: they change nothing and cost nothing. */
export const readTools: readonly Tool[] = [
  tool({
    name: 'list_media',
    title: 'List items',
    description:
      'Lists the items of the account, newest first, without pictures. Filter by status or by words in title, file name, tag or caption.',
    scope: 'read',
    input: z.object({ status: MediaStatus.optional(), search: z.string().max(200).optional(), limit, cursor }),
    run: async (input, call) => await list(call, input),
  }),
  tool({
    name: 'list_waiting',
    title: 'List what waits for a person',
    description: 'Lists items that wait for the decision of a person, the likeliest to be failed first.',
    scope: 'read',
    input: z.object({ limit, cursor }),
    run: async (input, call) => await list(call, { ...input, status: 'undecided', sort: 'likeliest' }),
  }),
  tool({
    name: 'get_media',
    title: 'Read one item',
    description: 'Reads one item with its verdict and its decisions, without the picture.',
    scope: 'read',
    input: z.object({ id }),
    run: async (input, { context, caller }) => ({
      item: shownItem(await getMedia(context, caller, input.id), context.config.publicUrl),
    }),
  }),
  tool({
    name: 'explain_verdict',
    title: 'Explain a verdict',
    description:
      'Says why an item is safe or flagged: scores beside the limits that decided, keywords, and what nobody assessed.',
    scope: 'read',
    input: z.object({ id }),
    async run(input, { context, caller }) {
      const media = await getMedia(context, caller, input.id);
      return { id: media.id, verdict: media.moderation ? shownVerdict(media.moderation) : null, error: media.moderationError };
    },
  }),
  tool({
    name: 'what_if',
    title: 'Try other limits',
    description:
      'Says how many of the newest checked items would change their verdict under other limits or keywords. It saves nothing.',
    scope: 'read',
    input: WhatIfInput,
    async run(input, { context, caller }) {
      // The dashboard's own limit: it reads thousands of items.
      await context.rateLimits.take('what-if', caller.accountId);
      const { examples, ...found } = await tryChange(context, caller.accountId, input);
      const shown = examples.map(({ title, thumbnail_url: _, ...example }) => ({
        ...example,
        untrusted: { title: plain(title) },
      }));
      return { ...found, examples: shown };
    },
  }),
  tool({
    name: 'usage',
    title: 'Read the frames left',
    description: 'Says which plan the account has, and how many frames of the period are used and left.',
    scope: 'read',
    input: z.object({}),
    run: async (_input, { context, caller }) => ({ ...(await apiUsage(context.db, caller.accountId, context.clock.now())) }),
  }),
  tool({
    name: 'quality',
    title: 'Read the measured quality',
    description: 'Says how often people agreed with the verdicts, with intervals, over 7, 30 or 90 days or all time.',
    scope: 'read',
    input: z.object({ period: QualityPeriod.default('30') }),
    run: async ({ period }, { context, caller }) => ({ ...(await qualityReport(context, caller.accountId, period)) }),
  }),
  tool({
    name: 'get_author',
    title: 'Read an uploader',
    description:
      'Reads one uploader by the id that the account gave: counts, strikes, and whether they are trusted, watched or blocked.',
    scope: 'read',
    input: z.object({ id: z.string().min(1).max(limits.authorIdMaxLength).describe('The account’s own id of the uploader') }),
    async run(input, { context, caller }) {
      const { id: external, name, url, ...author } = await getAuthor(context.db, caller.accountId, input.id);
      return { author, untrusted: { id: plain(external), name: plain(name), url: plain(url) } };
    },
  }),
];

import { AppError, type KeepChecks, limits, type ManualVerdict } from '@clearframe/contract';
import { z } from 'zod';
import { decide } from '../../moderation/decide/decide.ts';
import { getMedia } from '../../moderation/list/find-media.ts';
import { upload } from '../../moderation/upload/upload.ts';
import { apiRules } from '../../moderation/upload/upload-rules.ts';
import { judgePictures } from '../shared/judge-pictures.ts';
import { shownItem, shownVerdict } from './shown-item.ts';
import { type Tool, type ToolCall, tool } from './tool.ts';

const PICTURE_BYTES = 4 * 1_048_576;
const tooLarge = 'A picture may have up to 4 MB. Send a larger one by its address.';
const url = z
  .string()
  .regex(/^https?:\/\//i, 'Send an http(s) address')
  .max(limits.urlMaxLength);
const id = z.uuid().describe('Id of an item');
const note = z.string().trim().min(1).max(limits.noteMaxLength).describe('Why, for the history');

/** @throws AppError file_undecodable, body_too_large */
function bytesOf(base64: string): AsyncIterable<Buffer> {
  if (base64.length > Math.ceil(PICTURE_BYTES / 3) * 4) throw new AppError('body_too_large', { message: tooLarge });
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw new AppError('malformed_body', { message: 'data_base64 is no base64' });
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > PICTURE_BYTES) throw new AppError('body_too_large', { message: tooLarge });
  return (async function* () {
    yield bytes;
  })();
}

/** What becomes of a picture that was checked. */
const kept: Record<KeepChecks, string> = {
  none: ' and keeps nothing',
  flagged: '. It is kept as an item if it is flagged or a person should look',
  all: ' and keeps it as an item',
};

/** A program's decision bears the name of its token. */
async function decideAs(
  verdict: ManualVerdict,
  { context, caller }: ToolCall,
  input: { id: string; note: string; label?: string | undefined },
) {
  const deciding = { verdict, undoDelayMs: 0, note: input.note, label: input.label };
  const made = await decide(
    context,
    { accountId: caller.accountId, tokenName: caller.token.name, tokenId: caller.tokenId },
    input.id,
    deciding,
  );
  const item = shownItem(await getMedia(context, caller, input.id), context.config.publicUrl);
  return { decision_id: made.id, item };
}

/** Tools that cost a frame, make an item or decide one. */
export const actTools: readonly Tool[] = [
  tool({
    name: 'check_picture',
    title: 'Check a picture',
    description: ({ keep }) => `Judges one picture by its address or its bytes${kept[keep]}. It costs one frame.`,
    scope: 'check',
    input: z.object({
      url: url.optional(),
      // How much it may be says bytesOf: a schema would refuse it in words of its own.
      data_base64: z.string().optional().describe('Bytes of up to 4 MB, if there is no url'),
    }),
    async run(input, { context, caller, signal }) {
      if ((input.url === undefined) === (input.data_base64 === undefined))
        throw new AppError('validation_failed', { message: 'Send either url or data_base64' });
      const picture = input.url === undefined ? { bytes: bytesOf(input.data_base64 ?? '') } : { url: input.url };
      const { checked } = await judgePictures(context, caller, { door: 'mcp', pictures: [picture], signal });
      const [one] = checked;
      if (!one) throw new AppError('analysis_unavailable');
      return { ...shownVerdict(one.moderation), frames_charged: one.framesCharged, media_id: one.mediaId };
    },
  }),
  tool({
    name: 'upload_by_url',
    title: 'Upload by address',
    description:
      'Fetches a picture or video from a public address, keeps it as an item and judges it. A picture costs one frame.',
    scope: 'upload',
    input: z.object({
      url,
      title: z.string().max(limits.titleMaxLength).optional(),
      caption: z.string().max(limits.captionMaxLength).optional(),
    }),
    async run({ url: media, ...fields }, { context, caller, signal }) {
      const texts = Object.fromEntries(
        Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
      );
      const uploaded = upload(context, {
        uploader: { accountId: caller.accountId, userId: null, accessTokenId: caller.tokenId },
        rules: apiRules,
        route: 'MCP upload_by_url',
        key: null,
        waitMs: apiRules.waitMs,
        signal,
        fetching: signal,
        readForm: async () => ({ media: { url: media }, fields: texts }),
      });
      const { data } = await uploaded.catch((error: unknown) => {
        // What was cut off is no fault of its address.
        throw signal.aborted ? new AppError('busy', { cause: error }) : error;
      });
      return { item: shownItem(data.media_upload, context.config.publicUrl) };
    },
  }),
  tool({
    name: 'pass_media',
    title: 'Pass an item',
    description: 'Decides that an item is Safe. Webhooks are told at once, and the history names your token.',
    scope: 'decide',
    decides: true,
    input: z.object({ id, note }),
    run: async (input, call) => await decideAs('pass', call, input),
  }),
  tool({
    name: 'fail_media',
    title: 'Fail an item',
    description: 'Decides that an item is Flagged. Webhooks are told at once, and the history names your token.',
    scope: 'decide',
    decides: true,
    input: z.object({ id, note, label: z.string().trim().min(1).max(40).optional().describe('Key of a reason of the account') }),
    run: async (input, call) => await decideAs('fail', call, input),
  }),
];

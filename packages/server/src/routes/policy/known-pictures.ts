import { AppError, endpoints, limits } from '@clearframe/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { requirePerson } from '../../exports/export-row.ts';
import { requestExport } from '../../exports/request-export.ts';
import { personRests } from '../../exposure/read-exposure.ts';
import { importKnown } from '../../known-pictures/import-known.ts';
import { saveKnownSettings } from '../../known-pictures/known-settings.ts';
import { knownSummary } from '../../known-pictures/known-summary.ts';
import { readKnownFile } from '../../known-pictures/read-known-file.ts';
import { findKnown, findKnownImport, removeKnown, removeKnownImport } from '../../known-pictures/remove-known.ts';
import { listKnown } from '../../moderation/list/list-known-pictures.ts';
import { clientOf } from '../http/client-of.ts';
import { type Call, type Route, signedIn } from '../http/route.ts';
import { discardRest, guarded } from '../upload/upload-form.ts';

/** One part more than is taken, so that a second one is refused by its sentence. */
const formLimits = { files: 2, fields: 1, parts: 2, headerPairs: 50 };

/**
 * The bytes of the field `file`, the only one of its form, while they arrive.
 * @throws AppError unsupported_type, malformed_body, file_required
 */
async function* knownFile(request: FastifyRequest): AsyncGenerator<Buffer> {
  if (!request.isMultipart()) throw new AppError('unsupported_type');
  // The size is counted by whoever reads it, so that the refusal is theirs.
  const options = { limits: { ...formLimits, fileSize: limits.knownImportMaxBytes + 1 }, throwFileSizeLimit: false };
  let isRead = false;
  for await (const part of guarded(request.parts(options))) {
    if (isRead || part.type !== 'file' || part.fieldname !== 'file')
      throw new AppError('malformed_body', { message: 'The form has one field, the file' });
    yield* guarded<Buffer>(part.file);
    isRead = true;
  }
  if (!isRead) throw new AppError('file_required', { message: 'Select a file with a list of hashes' });
}

type KnownCall = Pick<Call<typeof endpoints.deleteKnown>, 'caller' | 'request'>;

/** Who does it, without the session. */
function editorOf({ caller, request }: KnownCall) {
  const { accountId, userId } = signedIn(caller);
  return { accountId, userId, client: clientOf(request) };
}

/** Pictures that the account knows: both lists, imports, and whether what is known as passed passes. */
export function knownPictureRoutes(route: Route, context: Context): void {
  route(endpoints.listKnown, async ({ caller, query }) => {
    const page = await listKnown(context, caller.accountId, query);
    return {
      data: (await personRests(context, caller))
        ? { ...page, known_pictures: page.known_pictures.map((known) => ({ ...known, thumbnail_url: null })) }
        : page,
    };
  });

  route(endpoints.knownSummary, async ({ caller }) => ({
    data: await knownSummary(context, caller.accountId),
  }));

  route(endpoints.saveKnownSettings, async (call) => {
    await saveKnownSettings(context, editorOf(call), call.body);
    return { data: call.body };
  });

  route(endpoints.importKnown, async (call) => {
    const editor = editorOf(call);
    await context.rateLimits.take('known-import', editor.accountId, call.reply);
    try {
      const lines = await readKnownFile({ threads: context.threads, accountId: editor.accountId }, knownFile(call.request));
      return { data: await importKnown(context, editor, call.query, lines) };
    } catch (error) {
      discardRest(call.request);
      throw error;
    }
  });

  route(endpoints.deleteKnownImport, async (call) => {
    const editor = editorOf(call);
    await removeKnownImport(context, editor, await findKnownImport(context, editor, call.params.id));
    return { data: null };
  });

  route(endpoints.deleteKnown, async (call) => {
    const editor = editorOf(call);
    await removeKnown(context, editor, await findKnown(context, editor, call.params.id));
    return { data: null };
  });

  route(endpoints.exportKnown, async ({ body, caller, reply }) => {
    const owner = requirePerson(caller);
    const count = () => context.rateLimits.take('list-export-user', owner.userId, reply);
    return { data: { export: await requestExport(context, { owner, kind: 'known', parameters: body, count }) } };
  });
}

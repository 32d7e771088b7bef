import { AppError, limits } from '@clearframe/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { tokenCaller } from '../../routes/http/token-caller.ts';
import { discardRest } from '../../routes/upload/upload-form.ts';
import { createTus } from './create-tus.ts';
import { beyondLength, receiveTus } from './receive-tus.ts';
import { readLength, readMetadata, readOffset, tusContentType, tusExtensions, tusVersion } from './tus-headers.ts';
import { findUpload, leaseUpload, removeUpload, type TusUpload } from './tus-lease.ts';

const path = '/api/v1/tus';
type Caller = { accountId: string; accessTokenId: string | null };
type Handle = (call: { caller: Caller; id: string; request: FastifyRequest; reply: FastifyReply }) => Promise<unknown>;

const isPart = ({ headers }: FastifyRequest) => headers['content-type']?.toLowerCase() === tusContentType;

/** What a sender is told of an upload. */
function tell(reply: FastifyReply, { storedBytes, mediaId, expiresAt, state }: TusUpload): FastifyReply {
  reply.headers({ 'upload-offset': String(storedBytes), 'cache-control': 'no-store' });
  if (mediaId !== null) reply.header('x-clearframe-media-id', mediaId);
  return state === 'open' ? reply.header('upload-expires', expiresAt.toUTCString()) : reply;
}

/** The method that is meant, where a proxy lets only POST through. */
function meantMethod({ method, headers }: FastifyRequest): string {
  const meant = headers['x-http-method-override'];
  return method === 'POST' && typeof meant === 'string' ? meant.toUpperCase() : method;
}

/**
 * Resumable uploads as tus.io describes them: core 1.0.0, creation (with upload), expiration and termination. A file that came whole is an
 * upload like any other. Refusals are our envelope.
 */
export async function tusRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const authenticate = tokenCaller(context);
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort(new AppError('stopping')));

  /** @throws AppError resumable_running and others of {@link receiveTus} */
  async function receive(caller: Caller, id: string, request: FastifyRequest): Promise<TusUpload> {
    const lease = await leaseUpload(context, caller, id);
    try {
      const offset = request.method === 'POST' && !request.headers['upload-offset'] ? 0 : readOffset(request.headers);
      const { storedBytes, sizeBytes } = lease.upload;
      if (offset !== storedBytes) throw new AppError('resumable_offset');
      if (Number(request.headers['content-length']) > sizeBytes - storedBytes) throw beyondLength();
      if (lease.upload.state === 'open') await receiveTus(context, lease, request.raw, closing.signal);
    } catch (error) {
      // What is too large is left unread by whoever answers.
      if (!(error instanceof AppError && error.status === 413)) discardRest(request);
      throw error;
    } finally {
      await lease.end();
    }
    return await findUpload(context, caller, id);
  }

  const create: Handle = async ({ caller, request, reply }) => {
    const { headers } = request;
    const sent = headers['upload-metadata'];
    const made = await createTus(context, {
      ...caller,
      sizeBytes: readLength(headers),
      fields: readMetadata(sent),
      sentMetadata: typeof sent === 'string' ? sent : '',
    });
    reply.code(201).header('location', `${context.config.publicUrl}${path}/${made.id}`);
    if (!isPart(request)) return await tell(reply, made).send();
    const after = await receive(caller, made.id, request).catch((error: unknown) => {
      // It was created, and goes on with what is stored: a sender that is told of a failure would begin again.
      if (error instanceof AppError && error.status < 500) throw error;
      request.log.warn({ err: error }, 'the first bytes of a resumable upload were not taken');
      return findUpload(context, caller, made.id);
    });
    return await tell(reply, after).send();
  };

  const look: Handle = async ({ caller, id, reply }) => {
    const upload = await findUpload(context, caller, id);
    if (upload.sentMetadata !== '') reply.header('upload-metadata', upload.sentMetadata);
    return await tell(reply.header('upload-length', String(upload.sizeBytes)), upload).send();
  };

  const send: Handle = async ({ caller, id, request, reply }) => {
    if (!isPart(request)) throw new AppError('unsupported_type', { message: `Send the content type ${tusContentType}` });
    readOffset(request.headers);
    return await tell(reply.code(204), await receive(caller, id, request)).send();
  };

  const remove: Handle = async ({ caller, id, reply }) => {
    await removeUpload(context, caller, id);
    return await reply.code(204).send();
  };

  const methods: Record<string, Handle> = { HEAD: look, PATCH: send, DELETE: remove };

  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    const { accountId, accessToken } = await authenticate(request, reply);
    if (!accessToken?.scopes.includes('upload'))
      throw new AppError('scope_missing', { message: 'This API token does not have the scope upload' });
    if (request.headers['tus-resumable'] !== tusVersion)
      throw new AppError('resumable_version', { headers: { 'tus-version': tusVersion } });
    return { accountId, accessTokenId: accessToken.id };
  };

  const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
  const idOf = ({ params }: FastifyRequest): string => {
    const id = typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
    if (!uuid.test(id)) throw new AppError('resumable_not_found');
    return id;
  };

  await app.register(async (door) => {
    // Nothing is parsed: bytes are read by who stores them.
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', (_request, _payload, done) => done(null));
    door.addHook('onRequest', async (_request, reply) => {
      reply.header('tus-resumable', tusVersion);
    });
    const callers = new WeakMap<FastifyRequest, Caller>();
    const preValidation = async (request: FastifyRequest, reply: FastifyReply) => {
      callers.set(request, await admit(request, reply));
    };
    const callerOf = (request: FastifyRequest): Caller => {
      const caller = callers.get(request);
      if (!caller) throw new AppError('api_token_invalid');
      return caller;
    };
    const bodyLimit = limits.apiUploadMaxBytes;
    door.route({
      method: 'POST',
      url: path,
      bodyLimit,
      preValidation,
      handler: (request, reply) => create({ caller: callerOf(request), id: '', request, reply }),
    });
    door.route({
      method: ['HEAD', 'PATCH', 'DELETE', 'POST'],
      url: `${path}/:id`,
      bodyLimit,
      preValidation,
      handler(request, reply) {
        const handle = methods[meantMethod(request)];
        if (!handle) throw new AppError('method_not_allowed', { headers: { allow: 'DELETE, HEAD, OPTIONS, PATCH' } });
        return handle({ caller: callerOf(request), id: idOf(request), request, reply });
      },
    });
    for (const url of [path, `${path}/:id`])
      door.options(url, async (_request, reply) => {
        reply.headers({
          'tus-version': tusVersion,
          'tus-extension': tusExtensions,
          'tus-max-size': String(limits.apiUploadMaxBytes),
        });
        return await reply.code(204).send();
      });
  });
}

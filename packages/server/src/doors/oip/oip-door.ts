import { AppError } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PictureRefused } from '../../moderation/check/picture-refused.ts';
import { productVersion } from '../../presence/product-version.ts';
import { admitToken, callerOf } from '../shared/admit-token.ts';
import { type DoorParts, type Refused, refuseBy, retryAfter } from '../shared/door.ts';
import { holdBody } from '../shared/hold-body.ts';
import { judgePictures } from '../shared/judge-pictures.ts';
import { answerOf, modelMetadata, modelName, modelVersion } from './oip-model.ts';
import { quoted, readOipRequest } from './oip-request.ts';

const bodyLimit = 32 * 1_048_576;
const root = '/api/oip/v2';
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * The built-in classifier as a server of the Open Inference Protocol v2: numbers of the model, without a policy. Source: doors-and-trust
 * A5, and open_inference_rest.yaml of kserve/open-inference-protocol.
 */
export function oipDoor(scope: FastifyInstance, parts: DoorParts): void {
  const { context } = parts;
  refuseBy(scope, tell);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
  scope.get(root, async () => ({ name: 'clearframe', version: productVersion(), extensions: ['binary_tensor_data'] }));
  scope.get(`${root}/health/live`, async () => ({ live: true }));
  scope.get(`${root}/health/ready`, async () => {
    await context.db.execute(sql`select 1`);
    return { ready: true };
  });
  for (const path of ['/models/:model', '/models/:model/versions/:version']) {
    scope.get(root + path, async (request) => {
      requireModel(request);
      return modelMetadata;
    });
    scope.get(`${root}${path}/ready`, async (request) => {
      requireModel(request);
      return { name: modelName, ready: true };
    });
    scope.route({
      method: methods,
      url: `${root}${path}/infer`,
      bodyLimit,
      onRequest: async (request, reply) => {
        if (request.method !== 'POST') throw new AppError('method_not_allowed', { headers: { allow: 'POST' } });
        const caller = await admitToken(context, { request, reply, scope: 'check' });
        requireModel(request);
        holdBody(request, reply, bodyLimit, caller);
      },
      handler: (request, reply) => infer(parts, request, reply),
    });
  }
}

/** @throws AppError not_found */
function requireModel({ params }: FastifyRequest): void {
  const { model, version = modelVersion } = Object.fromEntries(Object.entries(params ?? {}));
  if (model !== modelName) throw new AppError('not_found', { message: `There is no model ${quoted(model)}. Use ${modelName}.` });
  if (version !== modelVersion)
    throw new AppError('not_found', { message: `There is no version ${quoted(version)}. Use ${modelVersion}.` });
}

async function* bytesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function infer({ context, signalOf }: DoorParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const told = request.headers['inference-header-content-length'];
  const sent = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const asked = readOipRequest(sent, typeof told === 'string' ? told : undefined);
  const pictures = asked.pictures.map((picture) => ({ bytes: bytesOf(picture) }));
  const { checked } = await judgePictures(context, callerOf(request), {
    door: 'oip',
    pictures,
    // The classifier may be switched off.
    answers: ({ analysis }) => analysis.classes !== undefined,
    signal: signalOf(reply),
  });
  const rows = checked.flatMap(({ analysis }) => analysis.classes ?? []);
  // Numbers of fewer pictures than were asked for would be read as those of others.
  if (rows.length !== asked.pictures.length) throw new AppError('analysis_unavailable');
  const { headers, body } = answerOf(rows, asked);
  return reply.headers({ ...headers, 'cache-control': 'no-store' }).send(body);
}

/** `{error}` is all that the protocol has. */
function tell({ thrown, error, reply }: Refused): FastifyReply {
  const isWrong = (thrown instanceof PictureRefused && error.status !== 413) || error.status === 415;
  const status = isWrong ? 400 : error.status > 500 ? 503 : error.status;
  if (status === 429 || status === 503) reply.header('retry-after', retryAfter(error));
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: error.message }));
}

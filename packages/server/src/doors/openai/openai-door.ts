import { AppError } from '@clearframe/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkTexts } from '../../moderation/check/check-text.ts';
import { newId } from '../../security/new-id.ts';
import { admitToken, callerOf } from '../shared/admit-token.ts';
import { type DoorParts, refuseBy } from '../shared/door.ts';
import { holdBody } from '../shared/hold-body.ts';
import { judgePictures } from '../shared/judge-pictures.ts';
import { paramOf, tellOpenAi } from './openai-error.ts';
import { type Asked, ownModel, readRequest } from './read-request.ts';
import { type Result, resultOfPictures, resultOfText } from './to-result.ts';

const bodyLimit = 16 * 1_048_576;
const moderations = ['/api/openai/v1/moderations', '/v1/moderations'];
const model = '/api/openai/v1/models';

/**
 * Speaks OpenAI's moderations: `new OpenAI({ baseURL: 'https://HOST/api/openai/v1', apiKey })`. Source: doors-and-trust A1; their
 * reference is platform.openai.com/docs/api-reference/moderations.
 */
export function openaiDoor(scope: FastifyInstance, parts: DoorParts): void {
  const { context } = parts;
  refuseBy(scope, tellOpenAi, 'Send a larger picture by its address.');
  scope.removeContentTypeParser('multipart/form-data');
  scope.addHook('onRequest', async (request, reply) => {
    if (!allowed(request)) throw new AppError('method_not_allowed', { headers: { allow: allow(request) } });
    const caller = await admitToken(context, { request, reply, scope: 'check' });
    holdBody(request, reply, bodyLimit, caller);
  });
  for (const url of moderations)
    scope.route({ method: methods, url, bodyLimit, handler: (request, reply) => moderate(parts, request, reply) });
  scope.route({
    method: methods,
    url: model,
    handler: async (_request, reply) => {
      const data = [{ id: ownModel, object: 'model', created: 0, owned_by: 'clearframe' }];
      return send(reply, { object: 'list', data });
    },
  });
}

/** All are answered here, so that a wrong one is refused in their format too. */
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const allow = ({ routeOptions }: FastifyRequest) => (routeOptions.url === model ? 'GET, HEAD' : 'POST');
const allowed = (request: FastifyRequest) => allow(request).split(', ').includes(request.method);

const send = (reply: FastifyReply, answer: unknown) =>
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(answer));

async function moderate(parts: DoorParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asked = readRequest(request.body);
  const { results, version } = await judge(parts, { request, reply }, asked);
  const [first] = results;
  reply.header('x-clearframe-not-assessed', first?.clearframe.not_assessed.join(',') ?? '');
  return send(reply, { id: `modr-${newId()}`, model: `clearframe-${version}`, results });
}

type Judged = { results: Result[]; version: string };

async function judge(
  { context, signalOf }: DoorParts,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  asked: Asked,
): Promise<Judged> {
  const caller = callerOf(request);
  if ('texts' in asked) {
    const checked = await checkTexts(context, { ...caller, door: 'openai' }, asked.texts);
    return { results: checked.map(resultOfText), version: 'keywords' };
  }
  const { pictures, text, params } = asked;
  if (typeof request.body === 'object' && request.body !== null) paramOf.set(request.body, params);
  const { settings, checked } = await judgePictures(context, caller, { door: 'openai', pictures, text, signal: signalOf(reply) });
  const [first, ...others] = checked;
  if (!first) throw new AppError('analysis_unavailable');
  return { results: [resultOfPictures([first, ...others], settings.on_review)], version: first.analysis.analysis_version };
}

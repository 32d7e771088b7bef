import { Readable } from 'node:stream';
import { AppError } from '@clearframe/contract';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readDoorSettings } from '../../moderation/check/door-settings.ts';
import { productVersion } from '../../presence/product-version.ts';
import { admitToken, callerOf } from '../shared/admit-token.ts';
import { type DoorParts, type Refused, refuseBy, retryAfter } from '../shared/door.ts';
import { holdBody } from '../shared/hold-body.ts';
import { mcpServerFor } from './mcp-server.ts';

const path = '/mcp';
const bodyLimit = 6 * 1_048_576;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Agents: the Model Context Protocol over HTTP, without a session. Source: doors-and-trust A9; modelcontextprotocol.io/specification. */
export function mcpDoor(scope: FastifyInstance, parts: DoorParts): void {
  const { context } = parts;
  const own = new URL(context.config.publicUrl).origin;
  refuseBy(scope, tell, 'Send a picture of more than 4 MB by its address.');
  scope.removeContentTypeParser('multipart/form-data');
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST') throw new AppError('method_not_allowed', { headers: { allow: 'POST' } });
    const { origin } = request.headers;
    // A page elsewhere must not act through somebody's agent (DNS rebinding).
    if (origin !== undefined && origin !== own) throw new AppError('cross_site');
    const caller = await admitToken(context, { request, reply, scope: null });
    holdBody(request, reply, bodyLimit, caller);
  });
  scope.route({ method: methods, url: path, bodyLimit, handler: (request, reply) => serve(parts, request, reply) });
}

async function serve({ context, signalOf }: DoorParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // A list would be many calls for the price of one.
  if (Array.isArray(request.body)) throw new AppError('malformed_body', { message: 'Send one message a request' });
  const caller = callerOf(request);
  const signal = signalOf(reply);
  const settings = await readDoorSettings(context.db, caller.accountId);
  const handler = createMcpHandler(() => mcpServerFor({ context, caller, signal }, { settings, version: productVersion() }), {
    // Nothing here changes while somebody listens.
    maxSubscriptions: 0,
    onerror: (error) => request.log.debug({ err: error }, 'an agent was refused'),
  });
  reply.raw.once('close', () => void handler.close());
  const headers = new Headers();
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const asked = new Request(new URL(path, context.config.publicUrl), { method: 'POST', headers, signal });
  const answer = await handler.fetch(asked, { parsedBody: request.body });
  reply.code(answer.status).header('cache-control', 'no-store');
  const type = answer.headers.get('content-type');
  if (type) reply.type(type);
  return reply.send(answer.body ? Readable.from(answer.body) : '');
}

/** JSON-RPC has one kind of error; the status says the rest. */
function tell({ error, reply }: Refused): FastifyReply {
  if (error.status === 429 || error.status === 503) reply.header('retry-after', retryAfter(error));
  const code = error.status === 400 ? -32_700 : error.status < 500 ? -32_600 : -32_603;
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ jsonrpc: '2.0', error: { code, message: error.message }, id: null }));
}

import { AppError, endpoints, limits } from '@clearframe/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isConfirmed, requireConfirmed } from '../../accounts/confirm.ts';
import type { Context } from '../../context.ts';
import { clientOf } from '../../routes/http/client-of.ts';
import { type Caller, type Route, signedIn } from '../../routes/http/route.ts';
import { noteWork } from '../../work-context.ts';
import { listObjects } from './list-objects.ts';
import { parseEvents } from './parse-events.ts';
import type { S3SourceRow } from './s3-reader.ts';
import {
  createSource,
  deleteSource,
  eventsPath,
  leadsElsewhere,
  listSources,
  ownSource,
  rotateSource,
  type SourceOwner,
  updateSource,
  viewSource,
} from './s3-sources.ts';
import { sourceOfSecret, takeEvents } from './take-events.ts';
import { createSnsReader, isOfSns, readJson } from './unwrap-sns.ts';

/** Buckets of the account: their settings, and what became of their objects. */
function sourceRoutes(route: Route, context: Context): void {
  const proved = (caller: Caller) => isConfirmed(caller, context.clock.now());
  const prove = (caller: Caller) => requireConfirmed(caller, context.clock.now());

  const ownerOf = (caller: Caller, request: FastifyRequest): SourceOwner => {
    const { accountId, userId } = signedIn(caller);
    return { accountId, userId, client: clientOf(request) };
  };

  route(endpoints.listS3Sources, async ({ caller }) => {
    const rows = await listSources(context, caller.accountId);
    return { data: { s3_sources: rows.map((row) => viewSource(context, row, proved(caller))) } };
  });
  route(endpoints.createS3Source, async ({ caller, body, request }) => {
    prove(caller);
    return { data: { s3_source: viewSource(context, await createSource(context, ownerOf(caller, request), body), true) } };
  });
  route(endpoints.updateS3Source, async ({ caller, params, body, request }) => {
    const row = await ownSource(context, caller, params.id);
    if (leadsElsewhere(body)) prove(caller);
    const changed = await updateSource(context, ownerOf(caller, request), row, body);
    return { data: { s3_source: viewSource(context, changed, proved(caller)) } };
  });
  route(endpoints.rotateS3Source, async ({ caller, params, request }) => {
    const row = await ownSource(context, caller, params.id);
    prove(caller);
    return { data: { s3_source: viewSource(context, await rotateSource(context, ownerOf(caller, request), row), true) } };
  });
  route(endpoints.deleteS3Source, async ({ caller, params, request }) => {
    await deleteSource(context, ownerOf(caller, request), await ownSource(context, caller, params.id));
    return { data: null };
  });
  route(endpoints.listS3Objects, async ({ caller, params, query }) => ({
    data: await listObjects(context, await ownSource(context, caller, params.id), query),
  }));
}

/** Events of buckets: sent by Ceph, MinIO or SNS to an address that holds its own secret. */
async function eventRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const sns = createSnsReader(context);
  const sources = new WeakMap<FastifyRequest, S3SourceRow>();
  await app.register(async (door) => {
    door.removeAllContentTypeParsers();
    // SNS says text/plain, others JSON or nothing: the body itself decides.
    door.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, { sent: String(body) }));
    door.route<{ Params: { secret: string }; Body: { sent: string } | undefined }>({
      method: 'POST',
      url: `${eventsPath}/:secret`,
      bodyLimit: limits.jsonBodyMaxBytes,
      // Before the body is read.
      async preParsing(request) {
        try {
          const source = await sourceOfSecret(context, request.params.secret);
          noteWork({ accountId: source.accountId });
          sources.set(request, source);
        } catch (error) {
          if (error instanceof AppError) await context.rateLimits.take('check-address', clientOf(request));
          throw error;
        }
      },
      async handler(request, reply) {
        const source = sources.get(request);
        if (!source) throw new AppError('s3_source_not_found');
        const sent = readJson(request.body?.sent ?? '');
        const body = isOfSns(sent) ? await sns.unwrap(sent) : sent;
        const parsed = body === null && isOfSns(sent) ? { events: [] } : parseEvents(body);
        if (!parsed) throw new AppError('s3_event_invalid');
        const data = await takeEvents(context, source, parsed.events);
        return await reply.header('cache-control', 'no-store').send({ status: 'success', data });
      },
    });
  });
}

/** Judges what lands in buckets. */
export async function s3Routes(app: FastifyInstance, route: Route, context: Context): Promise<void> {
  sourceRoutes(route, context);
  await eventRoutes(app, context);
}

import { endpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { apiRules } from '../../moderation/upload/upload-rules.ts';
import type { Route } from '../http/route.ts';
import { handleUpload } from '../upload/upload-route.ts';

/** `POST /api/v1/upload`: the same path as the dashboard's, behind a token, with larger files. */
export function externalUploadRoutes(app: FastifyInstance, route: Route, context: Context): void {
  const take = handleUpload(app, context, endpoints.apiUpload, apiRules);
  route(endpoints.apiUpload, (call) => take(call, call.query.wait === undefined ? undefined : call.query.wait * 1000));
}

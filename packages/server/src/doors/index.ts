import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { tusRoutes } from './tus/tus-routes.ts';

/** Addresses that speak somebody else's protocol. */
export async function registerDoors(app: FastifyInstance, context: Context): Promise<void> {
  await tusRoutes(app, context);
}

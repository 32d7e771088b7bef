import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** One line per route file. */
export async function registerRoutes(_app: FastifyInstance, _context: Context): Promise<void> {}

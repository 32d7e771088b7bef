import { endpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import { findUser } from '../accounts/users.ts';
import type { Context } from '../context.ts';
import { type Authenticators, route } from './http.ts';

/** The signed-in person (AUTH-07). */
export function userRoutes(app: FastifyInstance, authenticators: Authenticators, { db }: Context): void {
  route(app, authenticators, endpoints.me, async ({ caller }) => ({ data: { user: await findUser(db, caller.userId) } }));
}

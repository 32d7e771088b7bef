import { endpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import { changeProfile } from '../accounts/profile.ts';
import { findUser } from '../accounts/users.ts';
import type { Context } from '../context.ts';
import { clientOf } from './client-of.ts';
import { type Authenticators, route } from './http.ts';

/** The signed-in person (AUTH-07). */
export function userRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  route(app, authenticators, endpoints.me, async ({ caller }) => ({
    data: { user: await findUser(context.db, caller.userId) },
  }));

  route(app, authenticators, endpoints.changeProfile, async ({ caller, body, request }) => ({
    data: { user: await changeProfile(context, caller, body, clientOf(request)) },
  }));
}

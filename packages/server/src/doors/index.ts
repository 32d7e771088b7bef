import type { DoorName } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { createAuthenticators } from '../routes/http/authenticators.ts';
import { createRoute } from '../routes/http/route.ts';
import { unheardSignal } from '../routes/upload/upload-route.ts';
import { chatRoutes } from './chat/chat-routes.ts';
import { checkerDoor } from './checker/checker-door.ts';
import { mcpDoor } from './mcp/mcp-door.ts';
import { misskeyDoor } from './misskey/misskey-door.ts';
import { oipDoor } from './oip/oip-door.ts';
import { openaiDoor } from './openai/openai-door.ts';
import { rekognitionDoor } from './rekognition/rekognition-door.ts';
import { s3Routes } from './s3-events/s3-routes.ts';
import type { Door } from './shared/door.ts';
import { tusRoutes } from './tus/tus-routes.ts';

const doors: Record<DoorName, Door> = {
  chat: (scope, { context }) => chatRoutes(createRoute(scope, createAuthenticators(context)), context),
  checker: checkerDoor,
  mcp: mcpDoor,
  misskey: misskeyDoor,
  oip: oipDoor,
  openai: openaiDoor,
  rekognition: rekognitionDoor,
  tus: (scope, { context }) => tusRoutes(scope, context),
  s3: (scope, { context }) => s3Routes(scope, createRoute(scope, createAuthenticators(context)), context),
};

/** The doors that DOORS leaves open, each in a scope of its own. */
export async function registerDoors(app: FastifyInstance, context: Context): Promise<void> {
  const closing = new AbortController();
  // A check that a stopping server cannot finish is refused and not charged: its caller asks again.
  app.addHook('preClose', async () => closing.abort());
  for (const name of context.config.doors) {
    const door = doors[name];
    await app.register(async (scope) => door(scope, { context, signalOf: (reply) => unheardSignal(reply, closing.signal) }));
  }
}

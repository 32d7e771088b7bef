import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { mayServe } from '../moderation/may-serve.ts';
import { accessTokenRoutes } from './access-tokens.ts';
import { authRoutes } from './auth.ts';
import { createAuthenticators } from './authenticators.ts';
import { captchaRoutes } from './captcha.ts';
import { dashboardRoutes } from './dashboard.ts';
import { devRoutes } from './dev.ts';
import { eventRoutes } from './events.ts';
import { exportRoutes } from './exports.ts';
import { externalMediaRoutes } from './external-media.ts';
import { externalUploadRoutes } from './external-upload.ts';
import { fileRoutes } from './files.ts';
import { healthRoutes } from './health.ts';
import { keywordSettingsRoutes } from './keyword-settings.ts';
import { mediaRoutes } from './media.ts';
import { answerNotFound } from './not-found.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { twoStepRoutes } from './two-step.ts';
import { userRoutes } from './users.ts';
import { webRoutes } from './web.ts';

/** Every route: one line per file. */
export async function registerRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const authenticators = createAuthenticators(context);
  const web = await webRoutes(context);
  answerNotFound(app, web.notFound);
  authRoutes(app, authenticators, context);
  twoStepRoutes(app, authenticators, context);
  userRoutes(app, authenticators, context);
  exportRoutes(app, authenticators, context);
  captchaRoutes(app, authenticators, context);
  subscriptionRoutes(app, authenticators, context);
  accessTokenRoutes(app, authenticators, context);
  keywordSettingsRoutes(app, authenticators, context);
  dashboardRoutes(app, authenticators, context);
  await app.register(multipart);
  mediaRoutes(app, authenticators, context);
  externalUploadRoutes(app, authenticators, context);
  externalMediaRoutes(app, authenticators, context);
  eventRoutes(app, authenticators, context);
  await fileRoutes(app, context, (key) => mayServe(context, key));
  devRoutes(app, context);
  healthRoutes(app, context);
  web.register(app);
}

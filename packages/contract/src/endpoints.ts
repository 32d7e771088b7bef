import type { z } from 'zod';
import { accountEndpoints } from './endpoints/account.ts';
import { authEndpoints } from './endpoints/auth.ts';
import { contactEndpoints } from './endpoints/contact.ts';
import { dashboardEndpoints } from './endpoints/dashboard.ts';
import { deletionEndpoints } from './endpoints/deletion.ts';
import { deliveriesEndpoints } from './endpoints/deliveries.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import { exportsEndpoints } from './endpoints/exports.ts';
import { externalEndpoints } from './endpoints/external.ts';
import { keywordsEndpoints } from './endpoints/keywords.ts';
import { knownEndpoints } from './endpoints/known.ts';
import { mediaEndpoints } from './endpoints/media.ts';
import { mediaListEndpoints } from './endpoints/media-list.ts';
import { passkeysEndpoints } from './endpoints/passkeys.ts';
import { policyEndpoints } from './endpoints/policy.ts';
import { qualityEndpoints } from './endpoints/quality.ts';
import { securityEventsEndpoints } from './endpoints/security-events.ts';
import { sessionsEndpoints } from './endpoints/sessions.ts';
import { signedInEndpoints } from './endpoints/signed-in.ts';
import { subscriptionsEndpoints } from './endpoints/subscriptions.ts';
import { teamEndpoints } from './endpoints/team.ts';
import { tokensEndpoints } from './endpoints/tokens.ts';
import { tryItEndpoints } from './endpoints/try-it.ts';
import { twoStepEndpoints } from './endpoints/two-step.ts';
import { usageEndpoints } from './endpoints/usage.ts';
import { webhooksEndpoints } from './endpoints/webhooks.ts';

export type { Access, Endpoint } from './endpoints/endpoint.ts';

/** Every JSON call under /api, once: the server registers them, web and sdk call them, OpenAPI lists them. One file a noun. */
export const endpoints = {
  ...signedInEndpoints,
  ...authEndpoints,
  ...twoStepEndpoints,
  ...passkeysEndpoints,
  ...accountEndpoints,
  ...sessionsEndpoints,
  ...securityEventsEndpoints,
  ...tokensEndpoints,
  ...teamEndpoints,
  ...mediaListEndpoints,
  ...mediaEndpoints,
  ...dashboardEndpoints,
  ...qualityEndpoints,
  ...keywordsEndpoints,
  ...knownEndpoints,
  ...policyEndpoints,
  ...webhooksEndpoints,
  ...deliveriesEndpoints,
  ...usageEndpoints,
  ...subscriptionsEndpoints,
  ...exportsEndpoints,
  ...deletionEndpoints,
  ...contactEndpoints,
  ...tryItEndpoints,
  ...externalEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodObject
  ? Record<K, z.input<E[K]>>
  : Record<never, never>;
type QueryPart<E extends Endpoint> = E['query'] extends z.ZodObject ? { query?: z.input<E['query']> } : Record<never, never>;

/** What a caller passes to that endpoint; multipart bodies are sent by other means. */
export type EndpointInput<E extends Endpoint> = Part<E, 'params'> & QueryPart<E> & Part<E, 'body'>;

import type { z } from 'zod';
import { accountEndpoints } from './account/account-endpoints.ts';
import { deletionEndpoints } from './account/deletion-endpoints.ts';
import { exportsEndpoints } from './account/exports-endpoints.ts';
import { securityEventsEndpoints } from './account/security-events-endpoints.ts';
import { sessionsEndpoints } from './account/sessions-endpoints.ts';
import { signedInEndpoints } from './account/signed-in-endpoints.ts';
import { subscriptionsEndpoints } from './billing/subscriptions-endpoints.ts';
import { usageEndpoints } from './billing/usage-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { keywordsEndpoints } from './keywords/keywords-endpoints.ts';
import { knownEndpoints } from './known-pictures/known-pictures-endpoints.ts';
import { dashboardEndpoints } from './media/dashboard-endpoints.ts';
import { externalEndpoints } from './media/external-endpoints.ts';
import { mediaEndpoints } from './media/media-endpoints.ts';
import { mediaListEndpoints } from './media/media-list-endpoints.ts';
import { policyEndpoints } from './policy/policy-endpoints.ts';
import { qualityEndpoints } from './quality/quality-endpoints.ts';
import { authEndpoints } from './sign-in/auth-endpoints.ts';
import { passkeysEndpoints } from './sign-in/passkeys-endpoints.ts';
import { twoStepEndpoints } from './sign-in/two-step-endpoints.ts';
import { teamEndpoints } from './team/team-endpoints.ts';
import { tokensEndpoints } from './tokens/tokens-endpoints.ts';
import { contactEndpoints } from './visitors/contact-endpoints.ts';
import { tryItEndpoints } from './visitors/try-it-endpoints.ts';
import { deliveriesEndpoints } from './webhooks/deliveries-endpoints.ts';
import { webhooksEndpoints } from './webhooks/webhooks-endpoints.ts';

export type { Access, Endpoint } from './endpoint.ts';

/**
 * Every JSON call under /api, once: the server registers them, web and SDK call them, OpenAPI lists them. Each noun has a folder with
 * its schemas and its calls.
 */
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

import { accountEndpoints } from './account/account-endpoints.ts';
import { accountSettingsEndpoints } from './account/account-settings-endpoints.ts';
import { deletionEndpoints } from './account/deletion-endpoints.ts';
import { exportsEndpoints } from './account/exports-endpoints.ts';
import { retentionEndpoints } from './account/retention-endpoints.ts';
import { securityEventsEndpoints } from './account/security-events-endpoints.ts';
import { sessionsEndpoints } from './account/sessions-endpoints.ts';
import { auditEndpoints } from './audit/audit-endpoints.ts';
import { authorsEndpoints } from './authors/authors-endpoints.ts';
import { subscriptionsEndpoints } from './billing/subscriptions-endpoints.ts';
import { usageEndpoints } from './billing/usage-endpoints.ts';
import { chatHooksEndpoints } from './doors/chat-hooks-endpoints.ts';
import { checkersEndpoints } from './doors/checkers-endpoints.ts';
import { doorsEndpoints } from './doors/doors-endpoints.ts';
import { s3SourcesEndpoints } from './doors/s3-sources-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { keywordsEndpoints } from './keywords/keywords-endpoints.ts';
import { knownEndpoints } from './known-pictures/known-pictures-endpoints.ts';
import { labelsEndpoints } from './labels/labels-endpoints.ts';
import { dashboardEndpoints } from './media/dashboard-endpoints.ts';
import { externalEndpoints } from './media/external-endpoints.ts';
import { itemEndpoints } from './media/item-endpoints.ts';
import { mediaEndpoints } from './media/media-endpoints.ts';
import { noticesEndpoints } from './notices/notices-endpoints.ts';
import { operatorEndpoints } from './operator/operator-endpoints.ts';
import { policyEndpoints } from './policy/policy-endpoints.ts';
import { qualityEndpoints } from './quality/quality-endpoints.ts';
import { bulkRunsEndpoints } from './review/bulk-runs-endpoints.ts';
import { claimsEndpoints } from './review/claims-endpoints.ts';
import { exposureEndpoints } from './review/exposure-endpoints.ts';
import { viewsEndpoints } from './review/views-endpoints.ts';
import { authEndpoints } from './sign-in/auth-endpoints.ts';
import { passkeysEndpoints } from './sign-in/passkeys-endpoints.ts';
import { twoStepEndpoints } from './sign-in/two-step-endpoints.ts';
import { statementsEndpoints } from './statements/statements-endpoints.ts';
import { teamEndpoints } from './team/team-endpoints.ts';
import { awsKeysEndpoints } from './tokens/aws-keys-endpoints.ts';
import { tokensEndpoints } from './tokens/tokens-endpoints.ts';
import { transparencyEndpoints } from './transparency/transparency-endpoints.ts';
import { contactEndpoints } from './visitors/contact-endpoints.ts';
import { tryItEndpoints } from './visitors/try-it-endpoints.ts';
import { deliveriesEndpoints } from './webhooks/deliveries-endpoints.ts';
import { webhooksEndpoints } from './webhooks/webhooks-endpoints.ts';

/**
 * Every JSON call under /api, once: the server registers them, web and SDK call them, OpenAPI lists them. Each noun has a folder with
 * its schemas and its calls.
 */
export const endpoints = {
  ...authEndpoints,
  ...twoStepEndpoints,
  ...passkeysEndpoints,
  ...accountEndpoints,
  ...accountSettingsEndpoints,
  ...sessionsEndpoints,
  ...securityEventsEndpoints,
  ...auditEndpoints,
  ...retentionEndpoints,
  ...tokensEndpoints,
  ...awsKeysEndpoints,
  ...teamEndpoints,
  ...mediaEndpoints,
  ...itemEndpoints,
  ...claimsEndpoints,
  ...bulkRunsEndpoints,
  ...viewsEndpoints,
  ...exposureEndpoints,
  ...dashboardEndpoints,
  ...qualityEndpoints,
  ...keywordsEndpoints,
  ...knownEndpoints,
  ...labelsEndpoints,
  ...authorsEndpoints,
  ...noticesEndpoints,
  ...statementsEndpoints,
  ...transparencyEndpoints,
  ...policyEndpoints,
  ...webhooksEndpoints,
  ...deliveriesEndpoints,
  ...doorsEndpoints,
  ...s3SourcesEndpoints,
  ...checkersEndpoints,
  ...chatHooksEndpoints,
  ...usageEndpoints,
  ...subscriptionsEndpoints,
  ...exportsEndpoints,
  ...deletionEndpoints,
  ...contactEndpoints,
  ...tryItEndpoints,
  ...operatorEndpoints,
  ...externalEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

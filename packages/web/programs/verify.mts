import { verifyWebhook, WebhookError } from '@clearframe/sdk';

/** @param body the text of the request, before it is parsed @param secret whsec_… of the page Webhooks */
export async function eventOf(headers: Headers, body: string, secret: string) {
  try {
    return await verifyWebhook(body, headers, { secret });
  } catch (error) {
    if (error instanceof WebhookError) return null;
    throw error;
  }
}

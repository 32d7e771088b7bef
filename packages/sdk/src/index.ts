export type { AnyWebhookEnvelope, ApiUsage, Batch, MediaUpload, UploadResult, WebhookEnvelope } from '@clearframe/contract';
export { type Answer, readAnswer, receive } from './answer.ts';
export { ClearframeError } from './clearframe-error.ts';
export { type Client, createClient } from './client.ts';
export type { ListOptions } from './list-media.ts';
export type { ClientOptions } from './send.ts';
export type { Timing } from './timing.ts';
export type { UploadOptions } from './upload-form.ts';
export {
  type VerifyOptions,
  verifySignature,
  verifyWebhook,
  WebhookError,
  type WebhookFault,
  type WebhookHeaders,
  type WebhookProof,
} from './verify-webhook.ts';
export type { WaitOptions } from './wait-for-verdict.ts';

import type { FieldError } from './error-answer.ts';
import * as limits from './limits.ts';
import * as messages from './messages.ts';

/**
 * The one table code → status → sentence. The sentence is for people; what a log needs goes into `detail`.
 * Statuses follow docs/specification.md §8.
 */
export const errorTable = {
  validation_failed: { status: 400, message: 'Some values are not valid' },
  malformed_body: { status: 400, message: 'Could not read the request body' },
  malformed_request: { status: 400, message: 'Could not read the request' },
  captcha_required: { status: 400, message: messages.captchaRequired },
  code_wrong: { status: 400, message: 'The verification code is wrong or has expired' },
  registration_gone: { status: 400, message: 'This registration has expired. Register again.' },
  reset_link_invalid: { status: 400, message: messages.resetLinkInvalid },
  two_step_wrong: { status: 400, message: 'The code is wrong or was already used' },
  two_step_gone: { status: 400, message: 'This sign-in has expired. Enter your password again.' },
  passkey_refused: { status: 400, message: 'The passkey did not work. Try again.' },
  passkey_unavailable: { status: 400, message: 'Passkeys need https and a host name' },
  link_elsewhere: {
    status: 400,
    message: 'Open the link in the browser where you registered, or enter the 5-digit code there',
  },
  email_link_invalid: { status: 400, message: messages.emailLinkInvalid },
  file_required: { status: 400, message: messages.fileRequired },
  file_unsupported: { status: 400, message: messages.fileUnsupported },
  file_too_large: { status: 400, message: messages.fileTooLarge },
  file_empty: { status: 400, message: 'The file is empty' },
  file_undecodable: { status: 400, message: 'The file is damaged or incomplete and could not be decoded' },
  video_in_dashboard: { status: 400, message: 'Upload videos through the API. Select an image file here.' },
  url_required: { status: 400, message: messages.urlRequired },
  url_invalid: { status: 400, message: messages.urlInvalid },
  url_refused: { status: 400, message: messages.urlUnreachable },
  s3_source_refused: { status: 400, message: 'The provider did not let us list the bucket' },
  s3_event_invalid: { status: 400, message: 'This is no event of a bucket' },
  chat_url_invalid: { status: 400, message: 'Enter the address of an incoming webhook of Slack or Discord' },
  webhook_url_invalid: { status: 400, message: messages.webhookUrlInvalid },
  media_required: { status: 400, message: 'The field media is required: a file or an http(s) URL' },
  cursor_invalid: { status: 400, message: 'The cursor does not belong to this list' },
  list_page_too_far: { status: 400, message: 'Pages end 10,000 items from either end. Filter the list, or use a cursor.' },
  metadata_invalid: { status: 400, message: 'The field metadata must be a JSON text' },
  unauthenticated: { status: 401, message: 'Sign in to continue' },
  session_expired: { status: 401, message: messages.sessionExpired },
  credentials_wrong: { status: 401, message: 'The email address or password is wrong' },
  api_token_invalid: { status: 401, message: 'Invalid API token' },
  second_step_needed: { status: 403, message: 'Confirm with a code from your authenticator app, or with a passkey' },
  password_wrong: { status: 400, message: 'The password is wrong' },
  two_step_needed: { status: 403, message: 'Turn on two-step sign-in to use the operator console' },
  confirmation_required: { status: 403, message: 'Confirm your identity' },
  cross_site: { status: 403, message: 'We rejected this request because it came from another site' },
  local_only: { status: 403, message: 'This address works on the local machine only' },
  invitation_for_other: { status: 403, message: 'This invitation is for another email address' },
  scope_missing: { status: 403, message: 'This API token lacks the scope for this call' },
  role_insufficient: { status: 403, message: 'Your role does not allow this' },
  subscription_required: { status: 403, message: 'This needs an active subscription. Subscribe to a plan first.' },
  account_suspended: {
    status: 403,
    message: 'The operator of this server suspended this account. Reading goes on, uploads and checks do not.',
  },
  frames_exhausted: { status: 403, message: 'No frames left in this period. Nothing was charged.' },
  account_closed: { status: 403, message: 'This account was deleted' },
  notification_refused: { status: 403, message: 'The payment provider did not sign this notification' },
  resumable_gone: { status: 410, message: 'This upload has expired or was rejected. Start it again.' },
  file_lost: { status: 410, message: 'The file of this item is no longer in the storage, so no larger copy can be made' },
  signature_invalid: { status: 403, message: 'This address is not valid or has expired' },
  second_person_needed: { status: 403, message: 'Another person has to decide this item now' },
  undo_not_yours: { status: 403, message: 'Only the person who made a decision can undo it' },
  not_found: { status: 404, message: 'Not found' },
  batch_not_found: { status: 404, message: 'Batch not found' },
  media_not_found: { status: 404, message: messages.mediaNotFound },
  frames_not_found: { status: 404, message: 'This item is a picture. Only videos have seconds.' },
  bulk_run_not_found: { status: 404, message: 'Bulk run not found' },
  view_not_found: { status: 404, message: 'View not found' },
  decision_not_found: { status: 404, message: 'Decision not found' },
  known_not_found: { status: 404, message: 'Known picture not found' },
  another_person_needed: { status: 403, message: 'Another person has to decide this appeal' },
  statement_not_found: { status: 404, message: 'Statement not found' },
  appeal_not_found: { status: 404, message: 'Appeal not found' },
  author_not_found: { status: 404, message: 'Uploader not found' },
  erasure_not_found: { status: 404, message: 'Erasure not found' },
  label_not_found: { status: 404, message: 'Reason not found' },
  transparency_run_not_found: { status: 404, message: 'Run not found' },
  notice_not_found: { status: 404, message: 'Notice not found' },
  known_import_not_found: { status: 404, message: 'Imported list not found' },
  policy_not_found: { status: 404, message: 'Version of the content filters not found' },
  plan_not_found: { status: 404, message: 'Plan not found' },
  subscription_not_found: { status: 404, message: 'No subscription to change' },
  invoice_not_found: { status: 404, message: 'Invoice not found' },
  period_not_found: { status: 404, message: 'Period not found' },
  card_page_missing: { status: 404, message: 'No card to change' },
  payment_not_found: { status: 404, message: 'Payment not found' },
  export_not_found: { status: 404, message: 'Export not found' },
  passkey_not_found: { status: 404, message: 'Passkey not found' },
  s3_source_not_found: { status: 404, message: 'Bucket source not found' },
  chat_hook_not_found: { status: 404, message: 'Chat not found' },
  webhook_not_found: { status: 404, message: 'Webhook not found' },
  delivery_not_found: { status: 404, message: 'Delivery not found' },
  checker_not_found: { status: 404, message: 'Checker not found' },
  token_not_found: { status: 404, message: 'Token not found' },
  resumable_not_found: { status: 404, message: 'Resumable upload not found' },
  member_not_found: { status: 404, message: 'Member not found' },
  invitation_not_found: { status: 404, message: 'Invitation not found' },
  invitation_gone: {
    status: 404,
    message: 'This invitation is no longer valid. Ask for a new one.',
  },
  account_not_found: { status: 404, message: 'Account not found' },
  method_not_allowed: { status: 405, message: 'This address does not accept that method' },
  request_timeout: { status: 408, message: 'The request took too long to arrive' },
  payment_over: { status: 409, message: 'This payment is over. Start again from the subscription page.' },
  upgrade_not_dearer: { status: 409, message: 'An upgrade must cost more than the current plan' },
  plan_change_refused: { status: 409, message: 'You can change the plan after the open payment' },
  idempotency_running: { status: 409, message: 'A request with this Idempotency-Key is still running' },
  two_step_on: { status: 409, message: 'Two-step sign-in is already on' },
  two_step_off: { status: 409, message: 'Two-step sign-in is off' },
  passkeys_full: { status: 409, message: 'You have reached the passkey limit. Remove one first.' },
  passkey_known: { status: 409, message: 'This passkey is already registered' },
  analysis_running: { status: 409, message: 'This item is already being analysed' },
  views_full: { status: 409, message: `You have ${limits.viewsMax} views. Delete one first.` },
  bulk_run_running: { status: 409, message: 'Your last selection is still running. Wait for it or cancel it.' },
  bulk_run_too_large: {
    status: 409,
    message: `More than ${limits.bulkRunMax.toLocaleString('en-GB')} items match. Narrow the filters first.`,
  },
  undo_too_late: { status: 409, message: 'The time to undo this decision has passed' },
  undo_done: { status: 409, message: 'This decision was already undone' },
  limits_changed: { status: 409, message: 'Somebody else changed the limits meanwhile. Nothing was saved.' },
  undo_overtaken: { status: 409, message: 'The item has changed since then. Nothing was undone.' },
  trial_used: { status: 409, message: 'This account has already used its free trial' },
  already_held: { status: 409, message: 'This item is already under legal hold' },
  already_suspended: { status: 409, message: 'This account is already suspended' },
  not_suspended: { status: 409, message: 'This account is not suspended' },
  file_exists: { status: 409, message: 'A file has this place already. The one in quarantine stays' },
  not_held: { status: 409, message: 'This item is not under legal hold' },
  notice_decided: { status: 409, message: 'This notice was already decided' },
  claimed: { status: 409, message: 'Somebody else is looking at this item' },
  claim_lost: { status: 409, message: 'Your claim on this item has ended. Open it again.' },
  decided_meanwhile: { status: 409, message: 'Somebody decided this item first. Nothing was changed.' },
  resumable_offset: { status: 409, message: 'Upload-Offset is not where this upload stands. Ask for it with HEAD.' },
  subscription_exists: { status: 409, message: 'This account already has a subscription' },
  export_running: { status: 409, message: 'An export is already in progress. Wait until it is done.' },
  export_unfinished: { status: 409, message: 'This export is not ready yet' },
  members_left: { status: 409, message: 'Other people work in your account. Hand it over or remove them first.' },
  media_held: {
    status: 409,
    message: 'The operator of this server withholds this item. You cannot delete it or analyse it again.',
  },
  member_exists: { status: 409, message: 'This person is already a member of the team' },
  owner_stays: { status: 409, message: 'An account needs an owner. Hand over ownership first.' },
  team_full: { status: 409, message: `A team has at most ${limits.teamMax} members and invitations` },
  invitation_has_account: { status: 409, message: 'This address now has an account. Sign in to accept.' },
  chat_hooks_full: { status: 409, message: 'This account has reached its limit of chats. Delete one first.' },
  webhooks_full: { status: 409, message: 'This account has reached its webhook limit. Delete one first.' },
  sources_full: { status: 409, message: 'You have 10 bucket sources. Delete one first.' },
  delivery_waiting: { status: 409, message: 'This event is already waiting for its next attempt' },
  delivery_cancelled: {
    status: 409,
    message: 'This event was cancelled, or its webhook is off. We don’t send it again.',
  },
  delivery_forgotten: { status: 409, message: 'We keep events for 7 days, so we cannot resend this one' },
  webhook_inactive: { status: 409, message: 'This webhook is off. Switch it on first.' },
  known_full: {
    status: 409,
    message: 'This account has reached its import limit. Remove a list first.',
  },
  labels_full: { status: 409, message: `An account has at most ${limits.labelsMax} reasons` },
  label_stays: { status: 409, message: 'This reason stays on. It holds where no other does.' },
  transparency_off: { status: 409, message: 'Switch reporting on and enter a token of the database first.' },
  appeal_exists: { status: 409, message: 'We already have an appeal against this decision' },
  appeal_closed: { status: 409, message: 'The time to appeal against this decision is over' },
  appeal_decided: { status: 409, message: 'Somebody decided this appeal already. Nothing was changed.' },
  checkers_full: { status: 409, message: 'This account has reached its checker limit. Delete one first.' },
  tokens_full: { status: 409, message: 'This account has reached its token limit. Delete one first.' },
  resumable_version: { status: 412, message: 'Send the header Tus-Resumable: 1.0.0' },
  body_too_large: { status: 413, message: 'The request is too large' },
  api_file_too_large: { status: 413, message: 'The file is larger than 100 MB' },
  headers_too_large: { status: 431, message: 'The request headers are too large' },
  unsupported_encoding: {
    status: 415,
    message: 'Compressed bodies are not accepted. Send the body without Content-Encoding.',
  },
  unsupported_type: { status: 415, message: 'This content type is not accepted' },
  api_file_unsupported: {
    status: 415,
    message: 'Unsupported media type. Accepted: images JPEG, PNG, WebP, GIF, HEIC, HEIF, AVIF; videos MP4, MOV, AVI, WebM',
  },
  idempotency_mismatch: { status: 422, message: 'This Idempotency-Key belongs to another request' },
  resumable_running: { status: 423, message: 'Another request is sending this upload. Try again in a moment.' },
  resumable_full: { status: 429, message: 'You have 20 unfinished uploads. Finish or delete one first.' },
  break_needed: { status: 429, message: 'Time for a break. Flagged items come back when it ends.' },
  rate_limited: { status: 429, message: 'Too many requests. Wait and try again.' },
  internal: { status: 500, message: 'Something went wrong on the server' },
  payment_unavailable: { status: 503, message: 'Payment for this plan is not available on this server' },
  payment_provider_away: {
    status: 503,
    message: 'The payment provider did not accept the request. Nothing was charged. Try again.',
  },
  busy: { status: 503, message: 'The server is busy. Try again in a moment.' },
  database_unavailable: { status: 503, message: 'The database is not available. Try again in a moment.' },
  storage_unavailable: { status: 503, message: 'The file storage is not available. Try again in a moment.' },
  analysis_unavailable: { status: 503, message: 'The analysis is not available. Try again.' },
  video_unavailable: {
    status: 503,
    message: 'This server has no ffmpeg for videos. Its operator can install ffmpeg or set FFMPEG_PATH.',
  },
  video_preparing: {
    status: 503,
    message: 'The server is still fetching its video tools. Send the video again in a minute.',
  },
  stopping: { status: 503, message: 'The server is stopping. Try again.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorTable;

export type AppErrorOptions = {
  /** For the log only; never sent. */
  detail?: string;
  /** A more exact sentence than the table's, for people. */
  message?: string;
  errors?: FieldError[];
  retryAfterMs?: number;
  /** Response headers that belong to the refusal, such as the state of a rate limit. */
  headers?: Record<string, string>;
  cause?: unknown;
};

/** The one error that becomes an answer. `message` is what the person reads, `detail` is for the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string | undefined;
  readonly errors: FieldError[] | undefined;
  readonly retryAfterMs: number | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? errorTable[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errorTable[code].status;
    this.detail = options.detail;
    this.errors = options.errors;
    this.retryAfterMs = options.retryAfterMs;
    this.headers = options.headers;
  }
}

/** Refusals that a page answers by itself. Their answers name the code; all others are the bare envelope (acceptance API-05). */
export const toldErrorCodes: readonly ErrorCode[] = [
  'confirmation_required',
  'two_step_gone',
  'two_step_needed',
  'claimed',
  'claim_lost',
  'decided_meanwhile',
  'checkers_full',
  'labels_full',
  'views_full',
  'bulk_run_running',
  'bulk_run_too_large',
  'second_person_needed',
  'notice_decided',
  'another_person_needed',
  'appeal_exists',
  'appeal_closed',
  'appeal_decided',
  'transparency_off',
  'chat_hooks_full',
  'break_needed',
];

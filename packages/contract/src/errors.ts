import type { FieldError } from './error-answer.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';

/**
 * The one table code → status → sentence. The sentence is for people; what a log needs goes into `detail`.
 * Statuses follow docs/specification.md §8.
 */
export const errorTable = {
  validation_failed: { status: 400, message: 'Some of the values sent are not valid' },
  malformed_body: { status: 400, message: 'The request body could not be read' },
  malformed_request: { status: 400, message: 'The request could not be read' },
  captcha_required: { status: 400, message: messages.captchaRequired },
  code_wrong: { status: 400, message: 'The verification code is not correct or has expired' },
  registration_gone: { status: 400, message: 'This registration has expired. Please register again.' },
  reset_link_invalid: { status: 400, message: messages.resetLinkInvalid },
  two_step_wrong: { status: 400, message: 'The code is not correct or was used before' },
  two_step_gone: { status: 400, message: 'This sign-in has expired. Please enter your password again.' },
  passkey_refused: { status: 400, message: 'The passkey could not be accepted. Please try again.' },
  passkey_unavailable: { status: 400, message: 'Passkeys need an address with https and a name' },
  link_elsewhere: {
    status: 400,
    message: 'Please open the link in the browser where you registered, or enter the 5-digit code there',
  },
  email_link_invalid: { status: 400, message: messages.emailLinkInvalid },
  file_required: { status: 400, message: messages.fileRequired },
  file_unsupported: { status: 400, message: messages.fileUnsupported },
  file_too_large: { status: 400, message: messages.fileTooLarge },
  file_empty: { status: 400, message: 'The file is empty' },
  file_undecodable: { status: 400, message: 'The file is damaged or incomplete and could not be decoded' },
  video_in_dashboard: { status: 400, message: 'Videos can be uploaded through the API only. Please select an image file.' },
  url_required: { status: 400, message: messages.urlRequired },
  url_invalid: { status: 400, message: messages.urlInvalid },
  url_refused: { status: 400, message: messages.urlUnreachable },
  webhook_url_invalid: { status: 400, message: messages.webhookUrlInvalid },
  media_required: { status: 400, message: 'The field media is required: a file or an http(s) URL' },
  cursor_invalid: { status: 400, message: 'The cursor is not one of this list' },
  list_page_too_far: { status: 400, message: 'Pages end 10,000 items from either end: narrow the list by a filter' },
  metadata_invalid: { status: 400, message: 'The field metadata must be a JSON text' },
  unauthenticated: { status: 401, message: 'Please sign in to continue' },
  session_expired: { status: 401, message: messages.sessionExpired },
  credentials_wrong: { status: 401, message: 'The email address or the password is not correct' },
  api_token_invalid: { status: 401, message: 'Invalid API token' },
  second_step_needed: { status: 403, message: 'Please confirm with a code of your authenticator app, or with a passkey' },
  password_wrong: { status: 400, message: 'The password is not correct' },
  confirmation_required: { status: 403, message: 'Please confirm that it is you' },
  cross_site: { status: 403, message: 'This request came from another site and was refused' },
  local_only: { status: 403, message: 'This address answers on the local machine only' },
  invitation_for_other: { status: 403, message: 'This invitation was sent to another mail address' },
  scope_missing: { status: 403, message: 'This API token does not have the scope that this call needs' },
  role_insufficient: { status: 403, message: 'Your role does not allow this' },
  subscription_required: { status: 403, message: 'An active subscription is required. Please subscribe to a plan first.' },
  frames_exhausted: { status: 403, message: 'No frames are left in this period. Nothing was charged.' },
  account_closed: { status: 403, message: 'This account was deleted' },
  notification_refused: { status: 403, message: 'This notification is not signed by the payment provider' },
  signature_invalid: { status: 403, message: 'This address is not valid or has expired' },
  undo_not_yours: { status: 403, message: 'Only the person who made a decision can undo it' },
  not_found: { status: 404, message: 'Not found' },
  batch_not_found: { status: 404, message: 'There is no such batch' },
  media_not_found: { status: 404, message: messages.mediaNotFound },
  frames_not_found: { status: 404, message: 'This item is a picture: only videos have seconds' },
  decision_not_found: { status: 404, message: 'There is no such decision' },
  known_not_found: { status: 404, message: 'There is no such known picture' },
  known_import_not_found: { status: 404, message: 'There is no such imported list' },
  policy_not_found: { status: 404, message: 'There is no such version of the content filters' },
  plan_not_found: { status: 404, message: 'There is no such plan' },
  subscription_not_found: { status: 404, message: 'There is no subscription to change' },
  invoice_not_found: { status: 404, message: 'There is no such invoice' },
  period_not_found: { status: 404, message: 'There is no such period' },
  card_page_missing: { status: 404, message: 'There is no card that could be changed' },
  payment_not_found: { status: 404, message: 'There is no such payment' },
  export_not_found: { status: 404, message: 'There is no such export' },
  passkey_not_found: { status: 404, message: 'There is no such passkey' },
  webhook_not_found: { status: 404, message: 'There is no such webhook' },
  delivery_not_found: { status: 404, message: 'There is no such delivery' },
  token_not_found: { status: 404, message: 'There is no such token' },
  member_not_found: { status: 404, message: 'There is no such member' },
  invitation_not_found: { status: 404, message: 'There is no such invitation' },
  invitation_gone: {
    status: 404,
    message: 'This invitation is no longer valid. Please ask for a new one.',
  },
  account_not_found: { status: 404, message: 'There is no such account' },
  method_not_allowed: { status: 405, message: 'This address does not take that method' },
  request_timeout: { status: 408, message: 'The request took too long to arrive' },
  payment_over: { status: 409, message: 'This payment is over. Please start again from the subscription page.' },
  upgrade_not_dearer: { status: 409, message: 'An upgrade is a plan that costs more than the current one' },
  plan_change_refused: { status: 409, message: 'The plan can be changed once the open payment has been made' },
  idempotency_running: { status: 409, message: 'A request with this Idempotency-Key is still running' },
  two_step_on: { status: 409, message: 'Two-step sign-in is on already' },
  two_step_off: { status: 409, message: 'Two-step sign-in is off' },
  passkeys_full: { status: 409, message: 'You have as many passkeys as one person can have. Please remove one first.' },
  passkey_known: { status: 409, message: 'This passkey is registered already' },
  analysis_running: { status: 409, message: 'This item is being analysed already' },
  undo_too_late: { status: 409, message: 'The time to undo this decision has passed' },
  undo_done: { status: 409, message: 'This decision was undone already' },
  limits_changed: { status: 409, message: 'Somebody else changed the limits since you opened them. Nothing was saved.' },
  undo_overtaken: { status: 409, message: 'The item has changed since. Nothing was undone.' },
  trial_used: { status: 409, message: 'The free trial can be used once per account and was already used' },
  subscription_exists: { status: 409, message: 'This account already has a subscription' },
  export_running: { status: 409, message: 'An export is being made already. Please wait until it is done.' },
  export_unfinished: { status: 409, message: 'This export is not finished' },
  members_left: { status: 409, message: 'Other people work in your account. Hand it over or remove them first.' },
  media_held: {
    status: 409,
    message: 'This item is withheld by the operator of this server and cannot be deleted or analysed again',
  },
  member_exists: { status: 409, message: 'This person is a member of the team already' },
  owner_stays: { status: 409, message: 'An account always has an owner. Hand the ownership over first.' },
  team_full: { status: 409, message: `A team has at most ${limits.teamMax} members and invitations` },
  invitation_has_account: { status: 409, message: 'This address has an account by now. Please sign in to accept.' },
  webhooks_full: { status: 409, message: 'This account has as many webhooks as it can have. Please delete one first.' },
  delivery_waiting: { status: 409, message: 'This event is waiting for its next attempt already' },
  delivery_cancelled: {
    status: 409,
    message: 'This event was taken back, or its webhook was switched off. It is not sent again.',
  },
  delivery_forgotten: { status: 409, message: 'What was sent is kept for 7 days only, so it cannot be sent again' },
  webhook_inactive: { status: 409, message: 'This webhook is switched off. Switch it on first.' },
  known_full: {
    status: 409,
    message: 'This account knows as many pictures as it can import. Please remove a list first.',
  },
  tokens_full: { status: 409, message: 'This account has as many tokens as it can have. Please delete one first.' },
  body_too_large: { status: 413, message: 'The request is too large' },
  api_file_too_large: { status: 413, message: 'The file is larger than 100MB' },
  headers_too_large: { status: 431, message: 'The request headers are too large' },
  unsupported_encoding: {
    status: 415,
    message: 'A request body must not be compressed. Please send it without Content-Encoding.',
  },
  unsupported_type: { status: 415, message: 'This content type is not accepted here' },
  api_file_unsupported: {
    status: 415,
    message: 'Unsupported media type. Accepted: images JPEG, PNG, WebP, GIF, HEIC, HEIF, AVIF; videos MP4, MOV, AVI, WebM',
  },
  idempotency_mismatch: { status: 422, message: 'This Idempotency-Key was used with another request' },
  rate_limited: { status: 429, message: 'Too many requests. Please wait and try again.' },
  internal: { status: 500, message: 'Something went wrong on the server' },
  payment_unavailable: { status: 503, message: 'Payment for this plan is not available on this server' },
  payment_provider_away: {
    status: 503,
    message: 'The payment provider did not take the request. Nothing was charged. Please try again.',
  },
  busy: { status: 503, message: 'The server is busy right now. Please try again in a moment.' },
  database_unavailable: { status: 503, message: 'The database is not available right now. Please try again in a moment.' },
  storage_unavailable: { status: 503, message: 'Files cannot be stored or read right now. Please try again in a moment.' },
  analysis_unavailable: { status: 503, message: 'The analysis is not available right now. Please try again.' },
  video_unavailable: {
    status: 503,
    message:
      'Videos cannot be analysed on this server, because it has no ffmpeg. Whoever runs it can install ffmpeg or name one in FFMPEG_PATH.',
  },
  video_preparing: {
    status: 503,
    message: 'The server is still fetching what it reads videos with. Please send the video again in a minute.',
  },
  stopping: { status: 503, message: 'The server is stopping. Please try again.' },
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
export const toldErrorCodes: readonly ErrorCode[] = ['confirmation_required', 'two_step_gone'];

import type { ErrorCode } from '@clearframe/contract';
import type { FastifyReply } from 'fastify';
import { PictureRefused } from '../../moderation/check/picture-refused.ts';
import { type Refused, retryAfter } from '../shared/door.ts';
import { DoorRefusal } from '../shared/door-refusal.ts';

/** Names of AWS, as its SDKs know them. */
type AwsName =
  | 'AccessDeniedException'
  | 'ImageTooLargeException'
  | 'IncompleteSignatureException'
  | 'InternalServerError'
  | 'InvalidImageFormatException'
  | 'InvalidParameterException'
  | 'InvalidS3ObjectException'
  | 'InvalidSignatureException'
  | 'MissingAuthenticationTokenException'
  | 'ResourceNotFoundException'
  | 'ThrottlingException'
  | 'UnknownOperationException'
  | 'UnrecognizedClientException';

/** A refusal that is known in their words already. */
export class AwsError extends DoorRefusal {
  override name: AwsName;
  constructor(name: AwsName, message: string) {
    super(message);
    this.name = name;
  }
}

/** Our refusals in their words; others go by their status. */
const names: Partial<Record<ErrorCode, AwsName>> = {
  api_token_invalid: 'UnrecognizedClientException',
  scope_missing: 'AccessDeniedException',
  subscription_required: 'AccessDeniedException',
  account_closed: 'AccessDeniedException',
  account_suspended: 'AccessDeniedException',
  frames_exhausted: 'AccessDeniedException',
  rate_limited: 'ThrottlingException',
  body_too_large: 'ImageTooLargeException',
  method_not_allowed: 'UnknownOperationException',
};

const ofPicture: Partial<Record<ErrorCode, AwsName>> = {
  body_too_large: 'ImageTooLargeException',
};

function nameOf({ thrown, error }: Refused): AwsName {
  if (thrown instanceof AwsError) return thrown.name;
  if (thrown instanceof PictureRefused) return ofPicture[error.code] ?? 'InvalidImageFormatException';
  return names[error.code] ?? (error.status >= 500 ? 'InternalServerError' : 'InvalidParameterException');
}

/** `{__type, Code, Message, message}`: their SDKs read one of these or the header. No verdict is 500, all else 400. */
export function tellAws(refused: Refused): FastifyReply {
  const { thrown, error, reply } = refused;
  const name = nameOf(refused);
  const message = thrown instanceof AwsError ? thrown.message : error.message;
  if (name === 'ThrottlingException' || name === 'InternalServerError') reply.header('retry-after', retryAfter(error));
  return reply
    .code(name === 'InternalServerError' ? 500 : 400)
    .header('x-amzn-errortype', name)
    .type('application/x-amz-json-1.1')
    .send(JSON.stringify({ __type: name, Code: name, Message: message, message }));
}

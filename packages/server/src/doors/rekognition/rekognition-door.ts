import { AppError } from '@clearframe/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticateAccessToken } from '../../accounts/access-tokens.ts';
import { findAwsKey } from '../../accounts/aws-keys.ts';
import type { Context } from '../../context.ts';
import type { CheckPicture } from '../../moderation/check/take-pictures.ts';
import { admitProved, callerOf, type DoorCaller, proveOrCount } from '../shared/admit-token.ts';
import { type DoorParts, refuseBy } from '../shared/door.ts';
import { holdBody, ownBody } from '../shared/hold-body.ts';
import { judgePictures } from '../shared/judge-pictures.ts';
import { AwsError, tellAws } from './aws-error.ts';
import { readObject } from './read-object.ts';
import { type Asked, readRequest, type S3Object } from './read-request.ts';
import { hashOf, readSignature, requireSignature, type Signature } from './signature.ts';
import { toLabels } from './to-labels.ts';

const bodyLimit = 7 * 1_048_576;
const pictureMaxBytes = 20 * 1_048_576;
const json = 'application/x-amz-json-1.1';
const target = 'RekognitionService.DetectModerationLabels';
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A request whose key is known, and whose signature waits for the hash of its body. */
type Claimed = { signature: Signature; token: string; secret: string };
const claims = new WeakMap<FastifyRequest, Claimed>();

/**
 * Speaks `DetectModerationLabels` of Amazon Rekognition: `new RekognitionClient({ endpoint: 'https://HOST/api/rekognition' })`. Source:
 * doors-and-trust A4; their reference is docs.aws.amazon.com/rekognition/latest/APIReference.
 */
export function rekognitionDoor(scope: FastifyInstance, parts: DoorParts): void {
  const { context } = parts;
  refuseBy(scope, tellAws, 'A picture in it may have up to 5 MB.');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([json, 'application/json'], { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST') throw new AppError('method_not_allowed', { headers: { allow: 'POST' } });
    const claimed = await proveOrCount(context, request, () => claimOf(context, request), isRefusal);
    claims.set(request, claimed);
    // Who names the hash of the body is proved before it is read; others, as boto3, with it.
    const told = request.headers['x-amz-content-sha256'];
    const isTold = typeof told === 'string' && claimed.signature.signedHeaders.includes('x-amz-content-sha256');
    const caller = isTold ? await prove(context, { request, reply }, told) : null;
    holdBody(request, reply, bodyLimit, caller ?? { address: request.ip });
  });
  for (const url of ['/api/rekognition', '/api/rekognition/'])
    scope.route({ method: methods, url, bodyLimit, handler: (request, reply) => detect(parts, request, reply) });
}

async function claimOf(context: Context, { headers, url }: FastifyRequest): Promise<Claimed> {
  const signature = readSignature(headers, context.clock.now().getTime());
  if (url.includes('?')) throw new AwsError('IncompleteSignatureException', 'Sign in headers, without a query');
  const found = await findAwsKey(context, signature.accessKeyId);
  if (!found) throw new AwsError('UnrecognizedClientException', 'There is no such access key');
  return { signature, ...found };
}

const proved = new WeakSet<FastifyRequest>();
const isRefusal = (error: unknown): boolean => error instanceof AwsError || error instanceof AppError;

/** @throws AwsError InvalidSignature, AppError api_token_invalid, scope_missing, rate_limited */
async function prove(
  context: Context,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  bodyHash: string,
): Promise<DoorCaller> {
  const claimed = claims.get(request);
  if (!claimed) throw new AppError('api_token_invalid');
  const { method, headers, url } = request;
  const token = await proveOrCount(
    context,
    request,
    async () => {
      requireSignature({ method, path: url, headers, bodyHash }, claimed.signature, claimed.secret);
      return await authenticateAccessToken(context, `Bearer ${claimed.token}`);
    },
    isRefusal,
  );
  const caller = await admitProved(context, { request, reply, scope: 'check' }, token);
  proved.add(request);
  return caller;
}

async function detect(parts: DoorParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { context } = parts;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const hash = hashOf(body);
  if (!proved.has(request)) ownBody(request, await prove(context, { request, reply }, hash));
  else if (request.headers['x-amz-content-sha256'] !== hash)
    throw new AwsError('InvalidSignatureException', 'The body is not the one that was signed');
  if (request.headers['x-amz-target'] !== target)
    throw new AwsError('UnknownOperationException', 'The one operation here is DetectModerationLabels');
  const asked = readRequest(body);
  const { answer, notAssessed } = await judge(parts, { request, reply }, asked);
  return reply
    .headers({ 'cache-control': 'no-store', 'x-clearframe-not-assessed': notAssessed.join(', ') })
    .type(json)
    .send(JSON.stringify(answer));
}

async function judge(
  { context, signalOf }: DoorParts,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { picture, minConfidence }: Asked,
) {
  const caller = callerOf(request);
  const { settings, checked } = await judgePictures(context, caller, {
    door: 'rekognition',
    pictures: [Buffer.isBuffer(picture) ? { bytes: bytesOf(picture) } : objectOf(context, caller.accountId, picture)],
    signal: signalOf(reply),
    maxBytes: pictureMaxBytes,
  });
  const [one] = checked;
  if (!one) throw new AppError('analysis_unavailable');
  return toLabels(one, { minConfidence, onReview: settings.on_review });
}

async function* bytesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

const objectOf = (context: Context, accountId: string, object: S3Object): CheckPicture => ({
  read: (signal) => readObject(context, { accountId, object }, signal),
});

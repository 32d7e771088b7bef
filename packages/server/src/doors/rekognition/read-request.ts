import { z } from 'zod';
import { AwsError } from './aws-error.ts';

const PICTURE_BYTES = 5 * 1_048_576;

/** Where a picture lies in a bucket of the account. */
export type S3Object = { bucket: string; key: string; versionId: string | null };
export type Asked = { picture: Buffer | S3Object; minConfidence: number };

const Request = z.object({
  Image: z.object({
    Bytes: z.string().optional(),
    S3Object: z
      .object({ Bucket: z.string().min(1), Name: z.string().min(1).max(1_024), Version: z.string().max(1_024).optional() })
      .optional(),
  }),
  MinConfidence: z.number().min(0).max(100).default(50),
  ProjectVersion: z.string().optional(),
  HumanLoopConfig: z.unknown().optional(),
});

const wrong = (message: string) => new AwsError('InvalidParameterException', message);

function readJson(body: Buffer): z.infer<typeof Request> {
  let sent: unknown;
  try {
    sent = JSON.parse(body.toString('utf8'));
  } catch {
    throw wrong('The body is no JSON');
  }
  const { data, error } = Request.safeParse(sent);
  if (data) return data;
  const [first] = error.issues;
  throw wrong(`${first?.path.join('.') || 'The request'}: ${first?.message ?? 'This value is not accepted'}`);
}

/** @throws AwsError InvalidParameter, ImageTooLarge, ResourceNotFound */
export function readRequest(body: Buffer): Asked {
  const { Image, MinConfidence: minConfidence, ProjectVersion, HumanLoopConfig } = readJson(body);
  if (ProjectVersion !== undefined)
    throw new AwsError('ResourceNotFoundException', 'There are no adapters here. Leave ProjectVersion out.');
  if (HumanLoopConfig !== undefined) throw wrong('There are no human loops here. Leave HumanLoopConfig out.');
  const { Bytes, S3Object } = Image;
  if ((Bytes === undefined) === (S3Object === undefined)) throw wrong('Send either Image.Bytes or Image.S3Object');
  if (S3Object) {
    const { Bucket: bucket, Name: key, Version: versionId = null } = S3Object;
    return { picture: { bucket, key, versionId }, minConfidence };
  }
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(Bytes ?? '')) throw wrong('Image.Bytes is no base64');
  const picture = Buffer.from(Bytes ?? '', 'base64');
  if (picture.length > PICTURE_BYTES)
    throw new AwsError('ImageTooLargeException', `The image is ${picture.length} bytes. The limit is ${PICTURE_BYTES}.`);
  return { picture, minConfidence };
}

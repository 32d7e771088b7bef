import { createHash, createHmac } from 'node:crypto';

type Keys = { endpoint: string; accessKeyId: string; secretAccessKey: string };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * What `aws sns create-topic --attributes push-endpoint=…` sends to Ceph: SNS has no client among our packages, and one call needs none.
 * @returns the topic's name as bucket notifications take it
 */
export async function createTopic(
  { endpoint, accessKeyId, secretAccessKey }: Keys,
  name: string,
  pushTo: string,
): Promise<string> {
  const body = new URLSearchParams({
    Action: 'CreateTopic',
    Name: name,
    'Attributes.entry.1.key': 'push-endpoint',
    'Attributes.entry.1.value': pushTo,
    Version: '2010-03-31',
  }).toString();
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${stamp.slice(0, 8)}/us-east-1/sns/aws4_request`;
  const type = 'application/x-www-form-urlencoded; charset=utf-8';
  const { host } = new URL(endpoint);
  const request = `POST\n/\n\ncontent-type:${type}\nhost:${host}\nx-amz-date:${stamp}\n\ncontent-type;host;x-amz-date\n${sha256(body)}`;
  const toSign = `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${sha256(request)}`;
  const key = ['us-east-1', 'sns', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, stamp.slice(0, 8)));
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  const proof = `Credential=${accessKeyId}/${scope}, SignedHeaders=content-type;host;x-amz-date, Signature=${signature}`;
  const answer = await fetch(endpoint, {
    method: 'POST',
    body,
    headers: {
      'content-type': type,
      'x-amz-date': stamp,
      authorization: `AWS4-HMAC-SHA256 ${proof}`,
    },
  });
  const text = await answer.text();
  const arn = /<TopicArn>([^<]+)<\/TopicArn>/.exec(text)?.[1];
  if (!arn) throw new Error(`The topic was not made: ${answer.status} ${text}`);
  return arn;
}

import { createHash, createHmac } from 'node:crypto';

type AwsKeys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };

export type UnsignedRequest = {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body: string;
};

export type SigningScope = { region: string; service: string; keys: AwsKeys; nowMs: number };

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text, 'utf8').digest();

/** RFC 3986: encodeURIComponent leaves four characters that AWS encodes. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function canonicalQuery({ searchParams }: URL): string {
  const pairs = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.sort(byText).join('&');
}

/**
 * The headers that AWS's Signature Version 4 asks for, to be sent together with those given. Every header given is signed, and the host,
 * which `fetch` sends by itself, is not among those returned.
 * @returns x-amz-date, authorization, and x-amz-security-token for temporary keys
 */
export function signV4(request: UnsignedRequest, { region, service, keys, nowMs }: SigningScope): Record<string, string> {
  const { method, url, headers, body } = request;
  const stamp = new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const added = {
    'x-amz-date': stamp,
    ...(keys.sessionToken === undefined ? {} : { 'x-amz-security-token': keys.sessionToken }),
  };
  const all = Object.entries({ ...headers, ...added, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/ +/g, ' ')] as const)
    .sort(([a], [b]) => byText(a, b));
  const signedHeaders = all.map(([name]) => name).join(';');
  const canonical = [
    ...[method, url.pathname, canonicalQuery(url)],
    ...[...all.map(([name, value]) => `${name}:${value}`), '', signedHeaders, sha256(body)],
  ].join('\n');
  const day = stamp.slice(0, 8);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const parts = [day, region, service, 'aws4_request'];
  const key = parts.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${keys.secretAccessKey}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n')).toString('hex');
  const credential = `Credential=${keys.accessKeyId}/${scope}`;
  return {
    ...added,
    authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
  };
}

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

type Stored = { bytes: Buffer; tags: Map<string, string> };

/** As much of an S3 server as a bucket source asks for, with faults on demand. The real one is in s3-events-ceph.test.ts. */
export type BucketServer = {
  endpoint: string;
  /** Host and port, as operators list them. */
  target: string;
  put(key: string, bytes: Buffer, tags?: Record<string, string>): string;
  tagsOf(key: string): Record<string, string>;
  /** Status of each next answer, with an S3 error; 0 = none. */
  fail(...statuses: number[]): void;
  /** Happens once, just before the next tags are written. */
  beforeTags(work: () => void): void;
  /** Sends the beginning of these objects, and nothing more. @returns what goes on with it */
  stall(...keys: string[]): () => void;
  /** `METHOD path?query` of each request. */
  asked: string[];
  close(): void;
};

const plainOf = (value: string) => value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

export async function openBucketServer(): Promise<BucketServer> {
  const objects = new Map<string, Stored>();
  const asked: string[] = [];
  let failures: number[] = [];
  let meanwhile: (() => void) | null = null;
  const stalled = new Set<string>();
  let goOn: (() => void)[] = [];
  const etagOf = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const body = await text(request);
    asked.push(`${request.method} ${request.url}`);
    const refuse = (status: number, code: string) =>
      void response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
    const [failure = 0, ...later] = failures;
    failures = later;
    if (failure > 0) return refuse(failure, failure === 403 ? 'AccessDenied' : 'Broken');
    if (searchParams.has('list-type'))
      return void response.end('<?xml version="1.0"?><ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>');
    const key = decodeURIComponent(pathname.split('/').slice(2).join('/'));
    if (searchParams.has('tagging') && request.method === 'PUT') {
      meanwhile?.();
      meanwhile = null;
    }
    const stored = objects.get(key);
    if (!stored) return refuse(404, 'NoSuchKey');
    const etag = `"${etagOf(stored.bytes)}"`;
    if (request.headers['if-match'] !== undefined && request.headers['if-match'] !== etag)
      return refuse(412, 'PreconditionFailed');
    if (searchParams.has('tagging') && request.method === 'PUT') {
      const pairs = body.matchAll(/<Key>(.*?)<\/Key><Value>(.*?)<\/Value>/g);
      stored.tags = new Map([...pairs].map(([, name = '', value = '']) => [plainOf(name), plainOf(value)]));
      return void response.end();
    }
    if (searchParams.has('tagging')) {
      const set = [...stored.tags].map(([name, value]) => `<Tag><Key>${name}</Key><Value>${value}</Value></Tag>`).join('');
      return void response.end(`<?xml version="1.0"?><Tagging><TagSet>${set}</TagSet></Tagging>`);
    }
    response.writeHead(200, { etag, 'content-length': String(stored.bytes.length) });
    if (request.method === 'GET' && stalled.has(key)) {
      response.write(stored.bytes.subarray(0, 10));
      return void goOn.push(() => response.end(stored.bytes.subarray(10)));
    }
    return void response.end(request.method === 'HEAD' ? '' : stored.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The bucket server has no port');
  const target = `127.0.0.1:${address.port}`;
  return {
    endpoint: `http://${target}`,
    target,
    asked,
    put(key, bytes, tags = {}) {
      objects.set(key, { bytes, tags: new Map(Object.entries(tags)) });
      return etagOf(bytes);
    },
    tagsOf: (key) => Object.fromEntries(objects.get(key)?.tags ?? []),
    fail(...statuses) {
      failures = statuses;
    },
    beforeTags(work) {
      meanwhile = work;
    },
    stall(...keys) {
      for (const key of keys) stalled.add(key);
      return () => {
        stalled.clear();
        for (const one of goOn) one();
        goOn = [];
      };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

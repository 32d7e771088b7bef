import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

export const commit = 'a'.repeat(40);
export const sha = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export async function listen(handler: Handler): Promise<string> {
  const server = createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

export type HubOptions = {
  files?: Record<string, string | Buffer>;
  licence?: string | null;
  /** Another sum than the file has. */
  announced?: Record<string, string>;
  /** Bytes after which the next answer breaks off, once they are on the disk. */
  cutAfter?: number[];
  /** How many are there. */
  received?: () => number;
  /** Takes the hub's own answer's place. */
  before?: (request: IncomingMessage, response: ServerResponse) => boolean;
};

/**
 * A server with the addresses of Hugging Face: the description of a revision, and files that lead to a second host when they are large, as
 * https://huggingface.co/docs/hub/api and the headers of its `resolve` addresses have it.
 */
export async function startHub(options: HubOptions = {}) {
  const state = {
    licence: 'apache-2.0',
    files: {
      'config.json': '{"id2label":{"0":"normal","1":"nsfw"}}',
      'preprocessor_config.json': '{}',
      LICENSE: 'Apache License',
      'README.md': '# A model',
      'onnx/model.onnx': Buffer.alloc(100_000, 7),
      'onnx/model_fp16.onnx': Buffer.alloc(10, 1),
      'model.safetensors': 'weights',
      'pytorch_model.bin': 'a pickle',
      'modeling.py': 'import os',
    } as Record<string, string | Buffer>,
    ...options,
    cutAfter: [...(options.cutAfter ?? [])],
  };
  const asked: { method: string; host: 'hub' | 'cdn'; url: string; headers: IncomingMessage['headers'] }[] = [];
  const bytesOf = (path: string) => {
    const content = state.files[path];
    return content === undefined ? null : Buffer.from(content);
  };

  function breakOff(response: ServerResponse, bytes: Buffer, until: number): void {
    response.write(bytes);
    const timer = setInterval(() => {
      if ((state.received?.() ?? 0) < until && bytes.length > 0) return;
      clearInterval(timer);
      response.destroy();
    }, 5);
    response.on('close', () => clearInterval(timer));
  }

  function give(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
    const etag = `"${sha(bytes).slice(0, 32)}"`;
    const from = request.headers['if-range'] === etag ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0;
    const rest = bytes.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, {
      etag,
      'content-length': rest.length,
      ...(from > 0 ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}),
    });
    const cut = request.method === 'GET' && rest.length > 1_000 ? state.cutAfter.shift() : undefined;
    if (request.method === 'HEAD') response.end();
    else if (cut === undefined) response.end(rest);
    else breakOff(response, rest.subarray(0, cut), from + cut);
  }

  const cdn = await listen((request, response) => {
    asked.push({ method: request.method ?? '', host: 'cdn', url: request.url ?? '', headers: request.headers });
    const bytes = bytesOf(decodeURIComponent((request.url ?? '').slice(1)));
    if (bytes) give(request, response, bytes);
    else response.writeHead(404).end();
  });
  const hub = await listen((request, response) => {
    const url = request.url ?? '';
    asked.push({ method: request.method ?? '', host: 'hub', url, headers: request.headers });
    if (state.before?.(request, response)) return;
    if (url.startsWith('/api/models/owner/model/revision/')) {
      const siblings = Object.keys(state.files).map((rfilename) => ({ rfilename }));
      const cardData = state.licence === null ? {} : { license: state.licence };
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ sha: commit, siblings, cardData, tags: [] }));
      return;
    }
    const path = decodeURIComponent(url.replace(`/owner/model/resolve/${commit}/`, ''));
    const bytes = bytesOf(path);
    if (!bytes) return void response.writeHead(404).end();
    if (!path.endsWith('.onnx')) return give(request, response, bytes);
    const announced = { 'x-linked-size': bytes.length, 'x-linked-etag': `"${state.announced?.[path] ?? sha(bytes)}"` };
    response.writeHead(302, { ...announced, location: `${cdn}/${encodeURIComponent(path)}` }).end();
  });
  return { hub, cdn, asked, state };
}

import { createServer } from 'node:http';

export type LossyProxy = { url: string /** Uploads that went through it. */; uploads(): number; stop(): Promise<void> };

/** In front of a server: of the first upload the request arrives and the answer is lost; the second is told to come back. */
export async function startLossyProxy(target: string): Promise<LossyProxy> {
  let uploads = 0;
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.method === 'POST') uploads += 1;
    const turn = request.method === 'POST' ? uploads : 0;
    if (turn === 2) {
      response.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json' });
      return void response.end('{"status":"error","message":"The server is busy right now.","data":null}');
    }
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const answer = await fetch(new URL(request.url ?? '/', target), {
      method: request.method ?? 'GET',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (turn === 1) return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const bound = proxy.address();
  if (bound === null || typeof bound === 'string') throw new Error('The proxy has no port');
  return {
    url: `http://127.0.0.1:${bound.port}`,
    uploads: () => uploads,
    async stop() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

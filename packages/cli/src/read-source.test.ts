import { once } from 'node:events';
import { truncateSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { fetchSource, readFileSource, SourceError } from './read-source.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}/` : '';
}

describe('fetchSource', () => {
  it('gives the bytes of a URL', async () => {
    const url = await serve((_, response) => response.end('picture'));
    expect(Buffer.from(await fetchSource(url, 5000)).toString()).toBe('picture');
  });

  it('refuses a declared length beyond the limit', async () => {
    const url = await serve((_, response) => response.end('x'.repeat(2000)));
    await expect(fetchSource(url, 5000, 1000)).rejects.toThrow('larger than 100 MB');
  });

  it('stops at the limit when no length was declared', async () => {
    const url = await serve((_, response) => {
      const pour = () => response.writable && response.write('x'.repeat(500), pour);
      pour();
    });
    await expect(fetchSource(url, 5000, 1000)).rejects.toThrow('larger than 100 MB');
  });

  it('gives up on a server that never answers, and on one that is not there', async () => {
    const url = await serve(() => undefined);
    await expect(fetchSource(url, 50)).rejects.toThrow('No answer within 0.05 s');
    await expect(fetchSource('http://127.0.0.1:1/', 5000)).rejects.toThrow('could not be fetched');
  });

  it('says which status a server answered', async () => {
    const url = await serve((_, response) => response.writeHead(404).end());
    await expect(fetchSource(url, 5000)).rejects.toThrow('answered 404');
  });
});

describe('readFileSource', () => {
  it('reads a file and refuses one that is not there or beyond 100 MB', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a'), 'abc');
    expect(Buffer.from(await readFileSource(join(folder, 'a'))).toString()).toBe('abc');
    await expect(readFileSource(join(folder, 'b'))).rejects.toThrow(SourceError);
    truncateSync(join(folder, 'a'), 100 * 1_048_576 + 1);
    await expect(readFileSource(join(folder, 'a'))).rejects.toThrow('larger than 100 MB');
  });
});

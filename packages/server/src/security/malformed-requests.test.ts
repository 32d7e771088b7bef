import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { refuseConnection } from './malformed-requests.ts';

async function answerTo(code: string): Promise<string> {
  const written: Buffer[] = [];
  const socket = new PassThrough();
  socket.on('data', (bytes: Buffer) => written.push(bytes));
  refuseConnection({ code }, socket);
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(written).toString('utf8');
}

describe('what Node refuses by itself', () => {
  it.each([
    ['HPE_INVALID_METHOD', 400, 'Could not read the request'],
    ['HPE_HEADER_OVERFLOW', 431, 'The request headers are too large'],
    ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'The request took too long to arrive'],
  ])('API-05 SEC-06 answers %s with %i in the envelope and closes', async (code, status, message) => {
    const [head = '', body = ''] = (await answerTo(code)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(body)).toEqual({ status: 'error', message, data: null });
  });
});

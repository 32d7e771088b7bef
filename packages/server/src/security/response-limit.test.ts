import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { limitBytes, ResponseTooLarge } from './response-limit.ts';

async function readAll(body: Readable): Promise<number> {
  let seen = 0;
  for await (const chunk of body) seen += chunk.length;
  return seen;
}

const of = (...lengths: number[]) => Readable.from(lengths.map((length) => Buffer.alloc(length)));

describe('limitBytes', () => {
  it('SEC-06 passes on what is within the limit', async () => {
    expect(await readAll(limitBytes(of(40, 60), 100, '100'))).toBe(100);
    expect(await readAll(limitBytes(of(), 100, undefined))).toBe(0);
  });

  it('SEC-06 ends at the first byte over the limit, whatever length was declared', async () => {
    await expect(readAll(limitBytes(of(40, 61), 100, '5'))).rejects.toBeInstanceOf(ResponseTooLarge);
    await expect(readAll(limitBytes(of(101), 100, 'none'))).rejects.toBeInstanceOf(ResponseTooLarge);
  });

  it('SEC-06 reads nothing of a body that declares too much', () => {
    const body = of(1);
    expect(() => limitBytes(body, 100, '101')).toThrow(ResponseTooLarge);
    expect(body.destroyed).toBe(true);
  });

  it('UP-03 tells the reader when the body is closed before its end', async () => {
    const body = new Readable({ read: () => undefined });
    const limited = limitBytes(body, 100, undefined);
    body.push('half');
    const reading = readAll(limited);
    body.destroy();
    await expect(reading).rejects.toMatchObject({ code: 'url_refused' });
  });

  it('UP-03 closes the body when the reader gives up', async () => {
    const body = new Readable({ read: () => undefined });
    const closed = new Promise((resolve) => body.once('close', resolve));
    limitBytes(body, 100, undefined).destroy();
    await closed;
    expect(body.destroyed).toBe(true);
  });
});

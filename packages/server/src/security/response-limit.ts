import { type Readable, Transform } from 'node:stream';
import { AppError } from '@clearframe/contract';

/** A body is longer than the caller allowed; nothing past the limit was kept. */
export class ResponseTooLarge extends Error {
  override name = 'ResponseTooLarge';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The response is longer than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/**
 * The same stream, ended by a {@link ResponseTooLarge} once it passes `maxBytes` and by an AppError url_refused when it breaks off.
 * @param declared the Content-Length header, believed only when it already says too much
 * @throws ResponseTooLarge at once when the declared length is over the limit
 */
export function limitBytes(body: Readable, maxBytes: number, declared: string | string[] | undefined): Readable {
  if (Number(declared) > maxBytes) {
    body.on('error', () => undefined).destroy();
    throw new ResponseTooLarge(maxBytes);
  }
  let seenBytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seenBytes += chunk.length;
      if (seenBytes > maxBytes) done(new ResponseTooLarge(maxBytes));
      else done(null, chunk);
    },
  });
  // Either end takes the other along: a reader that gives up must close the connection, a broken one must wake the reader.
  body.on('error', (cause) => limited.destroy(new AppError('url_refused', { detail: 'the response broke off', cause })));
  body.once('close', () => {
    if (!body.readableEnded) limited.destroy(new AppError('url_refused', { detail: 'the response broke off' }));
  });
  limited.once('close', () => body.destroy());
  return body.pipe(limited);
}

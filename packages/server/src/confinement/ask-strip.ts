import type { MediaKind } from '@clearframe/contract';
import type { Converse } from './decoder.ts';
import type { DecoderProcess } from './decoder-process.ts';
import { FilmPiece, Stripped } from './messages.ts';

/** Sends a film piece by piece. The decoder is told when it breaks off, and the error goes on. */
async function sendFilm(decoder: DecoderProcess, source: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const piece of source) await decoder.say({ op: 'piece' }, [piece]);
  } catch (error) {
    await decoder.say({ op: 'end', whole: false });
    throw error;
  }
  await decoder.say({ op: 'end', whole: true });
}

/** Originals without what is told about them, as the engine makes them, by a decoder. */
export function askStrip(converse: Converse) {
  return {
    /** @returns null when nothing is known of the file */
    stripPicture: (kind: MediaKind, bytes: Uint8Array): Promise<Uint8Array | null> =>
      converse(async (decoder) => {
        await decoder.say({ op: 'strip-picture', kind }, [bytes]);
        const { said, parts } = await decoder.hear(Stripped);
        if (said.state === 'unknown') return null;
        if (said.state === 'clean') return bytes;
        if (!parts[0]) throw new Error('The decoder gave no picture');
        return parts[0];
      }),

    /**
     * Hands out a film piece by piece; what was handed out is to be thrown away when it throws.
     * @throws RangeError when its container cannot be followed
     */
    async *stripVideo(kind: MediaKind, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      const pieces = Promise.withResolvers<DecoderProcess>();
      const over = Promise.withResolvers<void>();
      const held = converse(async (decoder) => {
        pieces.resolve(decoder);
        await over.promise;
      });
      held.catch(pieces.reject);
      const decoder = await pieces.promise;
      let whole = false;
      try {
        await decoder.say({ op: 'strip-video', kind });
        const sent = sendFilm(decoder, source);
        sent.catch(() => undefined);
        for (;;) {
          const { said, parts } = await decoder.hear(FilmPiece).catch(async (error: unknown) => {
            whole = decoder.isAlive();
            // What broke off the sending is the reason; else the decoder's own words are.
            await sent;
            throw error;
          });
          if (said.done) break;
          if (parts[0]) yield parts[0];
        }
        await sent;
        whole = true;
      } finally {
        // Left in the middle it would answer the next question with this film.
        if (!whole) await decoder.kill();
        over.resolve();
      }
    },
  };
}

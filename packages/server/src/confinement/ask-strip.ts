import { type MediaKind, sniffKind } from '@clearframe/contract';
import { type Converse, DecoderLied, type DecoderProcess } from './decoder-process.ts';
import { FilmPiece, Stripped } from './messages.ts';

/** A picture without what is told about it is rebuilt: a few bytes of its container may come along. */
const REBUILT_MAX_BYTES = 65_536;

/** How many bytes of a film were sent. */
type Sent = { bytes: number };

/** Sends a film piece by piece. The decoder is told when it breaks off, and the error goes on. */
async function sendFilm(decoder: DecoderProcess, source: AsyncIterable<Uint8Array>, sent: Sent): Promise<void> {
  try {
    for await (const piece of source) {
      sent.bytes += piece.length;
      await decoder.say({ op: 'piece' }, [piece]);
    }
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
        const [clean] = parts;
        // It takes the place of what was sent: whatever the decoder says, it is such a picture and no larger.
        if (!clean || clean.length > bytes.length + REBUILT_MAX_BYTES || sniffKind(clean.subarray(0, 64)) !== kind)
          throw new DecoderLied('The decoder gave a picture that is none');
        return clean;
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
        const sent: Sent = { bytes: 0 };
        const sending = sendFilm(decoder, source, sent);
        sending.catch(() => undefined);
        let given = 0;
        for (;;) {
          const { said, parts } = await decoder.hear(FilmPiece).catch(async (error: unknown) => {
            whole = decoder.isAlive();
            // What broke off the sending is the reason; else the decoder's own words are.
            await sending;
            throw error;
          });
          if (said.done) break;
          const [piece] = parts;
          given += piece?.length ?? 0;
          // Without end it would fill the disk.
          if (!piece?.length || given > sent.bytes) throw new DecoderLied('The decoder gave more of a film than it got');
          yield piece;
        }
        await sending;
        if (given !== sent.bytes) throw new DecoderLied('The decoder gave less of a film than it got');
        whole = true;
      } finally {
        // Left in the middle it would answer the next question with this film.
        if (!whole) await decoder.kill();
        over.resolve();
      }
    },
  };
}

import { type Analysis, type ContentCredentials, type MediaKind, sniffKind } from '@clearframe/contract';
import {
  type Assess,
  type Examined,
  type ExaminedVideo,
  type ExamineVideo,
  type FitTo,
  fitPixels,
  type Look,
  type Pixels,
  type Rendition,
  readVideoFrames,
  type Shown,
  type ShowSeconds,
} from '@clearframe/engine/light';
import { z } from 'zod';
import { type Converse, DecoderLied, type DecoderProcess } from './decoder-process.ts';
import {
  AnalysedAnswer,
  AssessedAnswer,
  CredentialsAnswer,
  DisplayAnswer,
  ExaminedAnswer,
  ExaminedVideoAnswer,
  SecondDone,
} from './messages.ts';

const Nothing = z.object({});

/** Of a copy or of what other analysers are shown: more than the pixels themselves take, at 1600 a side. */
const PICTURE_MAX_BYTES = 8 * 1_048_576;

/** Copies are served to people: whatever the decoder says, it is WebP or nothing. */
function toRendition(size: { width: number; height: number } | undefined, bytes: Buffer | undefined): Rendition {
  const isWebp = bytes?.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  if (!size || !bytes || !isWebp || bytes.length > PICTURE_MAX_BYTES)
    throw new DecoderLied('The decoder gave a copy that is none');
  return { bytes, mimeType: 'image/webp', width: size.width, height: size.height };
}

/** It leaves this machine. */
function toJpeg(bytes: Buffer | undefined): Uint8Array {
  if (!bytes || sniffKind(bytes.subarray(0, 64)) !== 'jpeg' || bytes.length > PICTURE_MAX_BYTES)
    throw new DecoderLied('The decoder gave a JPEG that is none');
  return bytes;
}

type Copied = { copies: { width: number; height: number }[] };

function toCopies({ copies }: Copied, parts: readonly Buffer[]) {
  const display = copies.length > 1 ? toRendition(copies[1], parts[1]) : null;
  return { thumbnail: toRendition(copies[0], parts[0]), display };
}

/** Where the pixels of a picture are: in one process, under a number. */
type Place = { decoder: DecoderProcess; number: number };

/** Analysis and copies of pictures and videos, as the engine gives them, by a decoder. */
export function askExamine(converse: Converse) {
  const places = new WeakMap<object, Place>();

  /** By which number that decoder knows what is shown. @throws when another has taken its place */
  function numberIn(decoder: DecoderProcess, { jpeg }: Pick<Shown, 'jpeg'>): number {
    const place = places.get(jpeg);
    if (place?.decoder !== decoder) throw new Error('That picture is no longer here');
    return place.number;
  }

  function toShown(within: DecoderProcess, { number, width, height }: { number: number; width: number; height: number }): Shown {
    const jpegs = new Map<number, Promise<Uint8Array>>();
    const askJpeg = (leastSide: number): Promise<Uint8Array> =>
      converse(async (decoder) => {
        await decoder.say({ op: 'jpeg', shown: numberIn(decoder, { jpeg }), leastSide });
        return toJpeg((await decoder.hear(Nothing)).parts[0]);
      });
    const jpeg = (leastSide = 0): Promise<Uint8Array> => {
      const needed = width < leastSide || height < leastSide ? leastSide : 0;
      const made = jpegs.get(needed) ?? askJpeg(needed);
      jpegs.set(needed, made);
      return made;
    };
    const resized = (to: FitTo): Promise<Pixels> =>
      converse(async (decoder) => {
        await decoder.say({ op: 'resized', shown: numberIn(decoder, { jpeg }), to });
        const [data] = (await decoder.hear(Nothing)).parts;
        if (data?.length !== to.width * to.height * 3) throw new DecoderLied('The decoder gave a picture of another size');
        return { data, width: to.width, height: to.height };
      });
    const shown: Shown = {
      width,
      height,
      jpeg,
      resized,
      pixels: () => Promise.reject(new Error('Its pixels are in the decoder')),
    };
    places.set(jpeg, { decoder: within, number });
    return shown;
  }

  const examine = (bytes: Uint8Array, { readWriting = true }: Look = {}): Promise<Examined> =>
    converse(async (decoder) => {
      await decoder.say({ op: 'examine', readWriting }, [bytes]);
      const { said, parts } = await decoder.hear(ExaminedAnswer);
      return { analysis: said.analysis, shown: toShown(decoder, said.shown), ...toCopies(said, parts) };
    });

  const assess = (
    bytes: Uint8Array,
    { readWriting = true, recognise = true }: Assess = {},
  ): Promise<Pick<Examined, 'analysis' | 'shown'>> =>
    converse(async (decoder) => {
      await decoder.say({ op: 'assess', readWriting, recognise }, [bytes]);
      const { analysis, shown } = (await decoder.hear(AssessedAnswer)).said;
      return { analysis, shown: toShown(decoder, shown) };
    });

  const analyse = (bytes: Uint8Array): Promise<Analysis> =>
    converse(async (decoder) => {
      await decoder.say({ op: 'analyse' }, [bytes]);
      return (await decoder.hear(AnalysedAnswer)).said.analysis;
    });

  const readCredentials = (kind: MediaKind, bytes: Uint8Array): Promise<ContentCredentials> =>
    converse(async (decoder) => {
      await decoder.say({ op: 'credentials', kind }, [bytes]);
      return (await decoder.hear(CredentialsAnswer)).said.credentials;
    });

  const makeDisplay = (bytes: Uint8Array): Promise<Rendition> =>
    converse(async (decoder) => {
      await decoder.say({ op: 'display' }, [bytes]);
      const { said, parts } = await decoder.hear(DisplayAnswer);
      return toRendition(said.copies[0], parts[0]);
    });

  const examineVideo: ExamineVideo = (path, probe, tools, { onSecond, known, signal, thresholds, readWriting = true } = {}) =>
    converse(async (decoder): Promise<ExaminedVideo> => {
      await decoder.say({ op: 'examine-video', probe, thresholds, readWriting });
      // A decoder that gave up has said why, and waits for the end.
      let gaveUp: unknown = null;
      try {
        await readVideoFrames(tools, path, probe, {
          signal,
          async onFrame({ data, width, height }, second) {
            await decoder.say({ op: 'frame', width, height, known: known?.(second) }, [data]);
            await decoder.hear(SecondDone).then(
              ({ said }) => onSecond?.(said.second + 1, probe.seconds, said.seen),
              (error: unknown) => {
                gaveUp = error;
                throw error;
              },
            );
          },
        });
      } catch (error) {
        if (decoder.isAlive()) await decoder.say({ op: 'end', whole: false });
        if (!gaveUp && decoder.isAlive()) await decoder.hear(Nothing).catch(() => undefined);
        throw error;
      }
      await decoder.say({ op: 'end', whole: true });
      const { said, parts } = await decoder.hear(ExaminedVideoAnswer);
      const { analysis, seconds, flagged } = said;
      if (seconds.length !== probe.seconds || seconds.some(({ second }, at) => second !== at))
        throw new DecoderLied('The decoder gave other seconds than it got');
      const stills = flagged.map((still, n) => ({ second: still.second, rendition: toRendition(still, parts[2 + n]) }));
      const { thumbnail, display } = toCopies(said, parts);
      if (!display) throw new DecoderLied('The decoder gave too few copies');
      return { analysis, seconds, shown: toShown(decoder, said.shown), flaggedThumbnails: stills, thumbnail, display };
    });

  const showSeconds: ShowSeconds = async (path, probe, tools, { signal, onSecond }) => {
    await readVideoFrames(tools, path, probe, { signal, onFrame: (pixels) => onSecond(toSecond(pixels)) });
  };

  /** A second of a video as it came out of its reader. Only its JPEG is made in the decoder. */
  const toSecond = (pixels: Pixels): Shown => ({
    width: pixels.width,
    height: pixels.height,
    pixels: async () => pixels,
    resized: async (to) => fitPixels(pixels, to),
    jpeg: (leastSide = 0) =>
      converse(async (decoder) => {
        await decoder.say({ op: 'encode', width: pixels.width, height: pixels.height, leastSide }, [pixels.data]);
        return toJpeg((await decoder.hear(Nothing)).parts[0]);
      }),
  });

  return {
    analyse,
    assess,
    examine,
    examineVideo,
    makeDisplay,
    readCredentials,
    showSeconds,
    numberIn,
  };
}

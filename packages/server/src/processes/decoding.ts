import {
  type Analyser,
  createAnalysers,
  createEngine,
  createShown,
  type Engine,
  type Rendition,
  type Shown,
  stripMetadata,
  stripVideo,
  systemClock,
  textModelsIn,
  toInput,
} from '@clearframe/engine';
import type { Asked, DecoderStage, SeenSecond } from '../confinement/messages.ts';

export type Talk = {
  next(): Promise<{ asked: Asked; parts: Buffer[] }>;
  answer(said: object, parts?: readonly Uint8Array[]): Promise<void>;
};

type Copies = { display: Rendition | null; thumbnail: Rendition };
type Ask<Op extends Asked['op']> = Extract<Asked, { op: Op }>;

/** What a question has computed, where the engine does not say it in more detail. */
const stageOf: Partial<Record<Asked['op'], DecoderStage>> = {
  start: 'start',
  'strip-picture': 'strip',
  'strip-video': 'strip',
  opinion: 'opinion',
  jpeg: 'copies',
  resized: 'copies',
  encode: 'copies',
};

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height });
const nobody = () => Promise.reject(new Error('A decoder asks nobody'));

/**
 * What a decoder does with each question. It holds the engine, models of this machine, and the picture that was examined last.
 * @param onStage told what it computes from then on
 */
export function createDecoding(
  { next, answer }: Talk,
  onStage: (stage: DecoderStage) => void,
): (asked: Asked, parts: Buffer[]) => Promise<void> {
  let engine: Engine | null = null;
  let local: Analyser[] = [];
  let last: { number: number; shown: Shown } | null = null;
  let count = 0;

  const started = (): Engine => {
    if (!engine) throw new Error('The decoder has not been started');
    return engine;
  };

  function keep(shown: Shown) {
    count += 1;
    last = { number: count, shown };
    return { number: count, ...sizeOf(shown) };
  }

  function shownBy(number: number): Shown {
    if (last?.number !== number) throw new Error('That picture is no longer here');
    return last.shown;
  }

  const copiesOf = ({ display, thumbnail }: Copies) => {
    const copies = display ? [thumbnail, display] : [thumbnail];
    return { copies: copies.map(sizeOf), bytes: copies.map(({ bytes }) => bytes) };
  };

  async function start({ textModelsDir, analysers, trustList }: Ask<'start'>, [classifier]: Buffer[]): Promise<void> {
    if (!classifier) throw new Error('The decoder was started without a model');
    local = createAnalysers(analysers, { send: nobody, clock: systemClock });
    const text = textModelsDir === null ? {} : { text: textModelsIn(textModelsDir) };
    engine = await createEngine({ classifier, ...text, trustList, onStage });
    await answer({
      local: local.map(({ name, version, tryMs }) => ({ name, version, ...(tryMs === undefined ? {} : { tryMs }) })),
    });
  }

  async function examine({ readWriting }: Ask<'examine'>, [bytes = Buffer.alloc(0)]: Buffer[]): Promise<void> {
    const examined = await started().examine(bytes, { readWriting });
    const { copies, bytes: pictures } = copiesOf(examined);
    await answer({ analysis: examined.analysis, shown: keep(examined.shown), copies }, pictures);
  }

  async function assess({ readWriting, recognise }: Ask<'assess'>, [bytes = Buffer.alloc(0)]: Buffer[]): Promise<void> {
    const { analysis, shown } = await started().assess(bytes, { readWriting, recognise });
    await answer({ analysis, shown: keep(shown) });
  }

  async function analyse([bytes = Buffer.alloc(0)]: Buffer[]): Promise<void> {
    await answer({ analysis: await started().analyse(bytes) });
  }

  async function credentials({ kind }: Ask<'credentials'>, [bytes = Buffer.alloc(0)]: Buffer[]): Promise<void> {
    await answer({ credentials: await started().readCredentials(kind, bytes) });
  }

  async function display([bytes = Buffer.alloc(0)]: Buffer[]): Promise<void> {
    const made = await started().makeDisplay(bytes);
    await answer({ copies: [sizeOf(made)] }, [made.bytes]);
  }

  async function examineVideo({ probe, thresholds, readWriting }: Ask<'examine-video'>): Promise<void> {
    let ended = false;
    let known: SeenSecond | undefined;
    let seen: SeenSecond | null = null;
    const read = async (onFrame: Parameters<Parameters<Engine['examineFrames']>[1]>[0]): Promise<void> => {
      for (let second = 0; ; second += 1) {
        const { asked, parts } = await next();
        if (asked.op === 'frame' && parts[0]) {
          onStage('decode');
          known = asked.known;
          await onFrame({ data: parts[0], width: asked.width, height: asked.height }, second);
          await answer({ second, seen });
          continue;
        }
        ended = true;
        if (asked.op === 'end' && asked.whole) return;
        throw new Error('The video was not read to its end');
      }
    };
    try {
      const examined = await started().examineFrames(probe, read, {
        known: () => known,
        readWriting,
        onSecond: (_done, _of, said) => {
          seen = said ?? null;
        },
        ...(thresholds === undefined ? {} : { thresholds }),
      });
      const { copies, bytes } = copiesOf(examined);
      const { analysis, seconds, flaggedThumbnails } = examined;
      const flagged = flaggedThumbnails.map(({ second, rendition }) => ({ second, ...sizeOf(rendition) }));
      const stills = flaggedThumbnails.map(({ rendition }) => rendition.bytes);
      await answer({ analysis, shown: keep(examined.shown), copies, seconds, flagged }, [...bytes, ...stills]);
    } catch (error) {
      // What is still on its way belongs to this video.
      while (!ended) ended = (await next()).asked.op === 'end';
      throw error;
    }
  }

  async function stripFilm({ kind }: Ask<'strip-video'>): Promise<void> {
    let ended = false;
    async function* pieces(): AsyncGenerator<Buffer> {
      for (;;) {
        const { asked, parts } = await next();
        ended = asked.op === 'end';
        if (asked.op === 'end' && !asked.whole) throw new Error('The film was not read to its end');
        if (ended) return;
        if (parts[0]) yield parts[0];
      }
    }
    try {
      for await (const piece of stripVideo(kind, pieces())) if (piece.length > 0) await answer({ done: false }, [piece]);
    } finally {
      while (!ended) ended = (await next()).asked.op === 'end';
    }
    await answer({ done: true });
  }

  async function stripPicture({ kind }: Ask<'strip-picture'>, [bytes = Buffer.alloc(0)]: Buffer[]): Promise<void> {
    const clean = stripMetadata(kind, bytes);
    if (!clean) return await answer({ state: 'unknown' });
    if (Buffer.compare(clean, bytes) === 0) return await answer({ state: 'clean' });
    await answer({ state: 'changed' }, [clean]);
  }

  async function opinion({ shown, name }: Ask<'opinion'>): Promise<void> {
    const analyser = local.find((one) => one.name === name);
    if (!analyser) throw new Error('There is no such analyser');
    const { scores, coverage, raw, unmapped } = await analyser.analyse(toInput(shownBy(shown), []), new AbortController().signal);
    await answer({ scores, coverage, raw, unmapped });
  }

  async function resized({ shown, to }: Ask<'resized'>): Promise<void> {
    await answer({}, [(await shownBy(shown).resized(to)).data]);
  }

  async function encode({ width, height, leastSide }: Ask<'encode'>, [data = Buffer.alloc(0)]: Buffer[]): Promise<void> {
    await answer({}, [await createShown({ data, width, height }).jpeg(leastSide)]);
  }

  return async (asked, parts) => {
    onStage(stageOf[asked.op] ?? 'decode');
    if (asked.op === 'start') return await start(asked, parts);
    if (asked.op === 'examine') return await examine(asked, parts);
    if (asked.op === 'assess') return await assess(asked, parts);
    if (asked.op === 'analyse') return await analyse(parts);
    if (asked.op === 'credentials') return await credentials(asked, parts);
    if (asked.op === 'display') return await display(parts);
    if (asked.op === 'examine-video') return await examineVideo(asked);
    if (asked.op === 'strip-picture') return await stripPicture(asked, parts);
    if (asked.op === 'strip-video') return await stripFilm(asked);
    if (asked.op === 'opinion') return await opinion(asked);
    if (asked.op === 'jpeg') return await answer({}, [await shownBy(asked.shown).jpeg(asked.leastSide)]);
    if (asked.op === 'resized') return await resized(asked);
    if (asked.op === 'encode') return await encode(asked, parts);
    throw new Error(`A decoder does not know ${asked.op}`);
  };
}

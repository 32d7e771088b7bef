import type { Analyser, Shown } from '@clearframe/engine/light';
import type { Converse, DecoderProcess } from './decoder-process.ts';
import { OpinionAnswer, type Started } from './messages.ts';

/** Analysers whose models lie in the decoder: asked here, computed there, of the picture that was examined last. */
export function localAnalysers(
  known: Started['local'],
  converse: Converse,
  numberIn: (decoder: DecoderProcess, shown: Shown) => number,
): Analyser[] {
  return known.map(({ name, version, tryMs }) => ({
    name,
    version,
    place: 'local',
    ...(tryMs === undefined ? {} : { tryMs }),
    async analyse(input, signal) {
      return await converse(async (decoder) => {
        signal.throwIfAborted();
        await decoder.say({ op: 'opinion', shown: numberIn(decoder, input), name });
        const { scores, coverage, raw, unmapped } = (await decoder.hear(OpinionAnswer)).said;
        return { scores, coverage, raw, unmapped, costMicros: 0 };
      });
    },
    close: async () => undefined,
  }));
}

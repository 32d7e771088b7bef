import type { Analyser, Confine } from '@clearframe/engine/light';
import { askExamine } from './ask-examine.ts';
import { askStrip } from './ask-strip.ts';
import { type Converse, DecoderLied, type DecoderProcess, startDecoderProcess } from './decoder-process.ts';
import { localAnalysers } from './local-analysers.ts';
import { type CpuSpent, Started } from './messages.ts';
import { modelFolders } from './model-folders.ts';

export type DecoderOptions = {
  confine: Confine;
  /** Bytes of the converted classifier, read anew for each process. */
  classifier: () => Uint8Array;
  textModelsDir: string | null;
  /** Those that run models of this machine, with their folders. */
  analysers: { name: string; settings: Record<string, string | undefined> }[];
  /** Certificates in PEM that signers of Content Credentials may lead to; null or left out = none. */
  trustList?: string | null;
  /** Told which process it is now, and null when there is none: its memory counts as ours. */
  onProcess?: (pid: number | null) => void;
  /** Told with each answer what was computed for it. */
  onCpu?: (spent: CpuSpent) => void;
  /** Another program in its place, for tests. */
  program?: string;
};

export type Decoder = ReturnType<typeof askExamine> &
  ReturnType<typeof askStrip> & {
    /** Stand-ins for the analysers of this machine: what they compute is computed there. */
    local: Analyser[];
    close(): Promise<void>;
  };

/**
 * Decodes in a process that is shut in, is kept for many files and replaced when it ends. What it was doing then is an error and never
 * a result; the next question starts another.
 * @throws when it cannot be started, or cannot load a model
 */
export async function startDecoder(options: DecoderOptions): Promise<Decoder> {
  const { confine, classifier, textModelsDir, analysers, trustList = null, onProcess, onCpu, program } = options;
  const readable = modelFolders({ textModelsDir, analysers });
  let current: DecoderProcess | null = null;
  let closed = false;
  let turn: Promise<unknown> = Promise.resolve();

  async function begin(): Promise<{ decoder: DecoderProcess; started: Started }> {
    if (closed) throw new Error('The decoder is closed');
    const decoder = startDecoderProcess(confine, { readable, program, onCpu });
    onProcess?.(decoder.pid);
    try {
      await decoder.say({ op: 'start', textModelsDir, analysers, trustList }, [classifier()]);
      const { said } = await decoder.hear(Started);
      return { decoder, started: said };
    } catch (error) {
      await decoder.kill();
      throw error;
    }
  }

  const converse: Converse = async (work) => {
    const before = turn;
    const mine = Promise.withResolvers<void>();
    turn = mine.promise;
    await before;
    try {
      if (!current?.isAlive()) current = (await begin()).decoder;
      return await work(current);
    } catch (error) {
      if (error instanceof DecoderLied) await current?.kill();
      throw error;
    } finally {
      if (!current?.isAlive()) onProcess?.(null);
      mine.resolve();
    }
  };

  const first = await begin();
  current = first.decoder;
  const examining = askExamine(converse);
  return {
    ...examining,
    ...askStrip(converse),
    local: localAnalysers(first.started.local, converse, examining.numberIn),
    async close() {
      closed = true;
      await current?.kill();
    },
  };
}

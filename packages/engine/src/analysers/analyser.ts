import type { AnalyserFault, Category, CategoryScores, Coverage } from '@clearframe/contract';
import type { Pixels } from '../decode/pixels.ts';
import type { AnalyserClock } from './clock.ts';
import type { FitTo } from './fit-pixels.ts';

export type { AnalyserFault } from '@clearframe/contract';

/** A decoded picture: upright, sRGB, at most 1600 pixels a side. Its pixels may lie in another process, which is then asked for them. */
export type Shown = {
  width: number;
  height: number;
  /** For models of this machine. */
  pixels: () => Promise<Pixels>;
  /**
   * As JPEG without metadata, at most 4 MB; made once, when the first asks for it.
   * @param leastSide shorter sides get a grey border up to so many pixels
   */
  jpeg: (leastSide?: number) => Promise<Uint8Array>;
  /** In the size that a model takes, for one whose server is given pixels. */
  resized: (to: FitTo) => Promise<Pixels>;
};

/** A video beside the one picture that stands for it. */
export type Film = {
  /**
   * Shows each second in order and waits; its memory is used again for the next.
   * @throws whatever `onSecond` throws, or the signal's reason
   */
  read(onSecond: (shown: Shown) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** Told the scores of every second, in order, by an analyser that judged all of them. */
  judged(scores: readonly CategoryScores[]): void;
};

/** What an analyser beside the built-in one is shown. Everything in it comes from strangers: content to judge, never instructions. */
export type AnalyserInput = Shown & {
  /** What the uploader wrote and what was read in the picture; empty when there is neither. */
  text: string;
  /** Of a video, where its seconds can be shown. */
  film?: Film | undefined;
};

/** What one analyser says of one picture. */
export type Opinion = {
  /** Of the categories that were really assessed. */
  scores: CategoryScores;
  /** What is said of the categories that have a score, and of those that another category includes. */
  coverage: Partial<Record<Category, Coverage>>;
  /** Plain words of what is to be seen, if the analyser gives any. */
  description?: string;
  /** Text that the analyser read in the picture. */
  text?: string;
  /** The answer as it came, kept with the result. */
  raw: unknown;
  /** Labels of the answer that have no place in the taxonomy. */
  unmapped: string[];
  /** What the call cost, in millionths of a US dollar; null = not known. */
  costMicros: number | null;
  /** Scores of every second of a video, where each was judged. */
  seconds?: readonly CategoryScores[];
};

/** An analyser that could not answer. The message names no key and holds nothing of the picture. */
export class AnalyserError extends Error {
  override name = 'AnalyserError';
  readonly fault: AnalyserFault;
  /** How long the provider asked to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(fault: AnalyserFault, message: string, { retryAfterMs, cause }: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }
}

/** One HTTP request of an adapter. The server passes one that checks every address when it connects. */
export type Send = (
  url: string,
  request: { method: 'POST' | 'GET'; headers: Record<string, string>; body: Uint8Array | string | FormData; signal: AbortSignal },
) => Promise<Response>;

/** What one batch of pictures brought, in order: as many as were asked about. */
export type Judged = { each: Pick<Opinion, 'scores' | 'coverage' | 'unmapped'>[] } & Pick<Opinion, 'raw' | 'costMicros'>;

export type JudgeSeconds = {
  /** Of a batch. */
  most: number;
  /** What is kept of a second until its batch is sent. */
  prepare(shown: Shown): Promise<Uint8Array>;
  /** One try. @throws AnalyserError as `analyse` */
  judge(prepared: readonly Uint8Array[], signal: AbortSignal): Promise<Judged>;
};

/** A server's model is not what the settings say. The message names what differs. */
export class ModelMisfitError extends Error {
  override name = 'ModelMisfitError';
}

/** One analyser beside the built-in one: a provider's service, or a model in a folder of this machine. */
export type Analyser = {
  /** As the setting names it: `openai-moderation`, `rekognition`, … */
  name: string;
  /** Model or API version and version of the mapping: results of another are told apart by it. */
  version: string;
  /** `remote` = the picture leaves this machine. */
  place: 'local' | 'remote';
  /** It judges the texts that come with a picture, those that were read in it included. */
  judgesText?: boolean;
  /** How long one try may take, in ms; 20 s unless it says so. */
  tryMs?: number;
  /** It judges every second of a video, a batch a call; without it, the one picture that stands for the video. */
  seconds?: JudgeSeconds;
  /** Asks its server whether the model is what the settings say. @throws ModelMisfitError when it is not, AnalyserError when nobody says */
  checkFit?(signal: AbortSignal): Promise<void>;
  /** One try. @throws AnalyserError for everything that is no complete answer, never scores that were not given */
  analyse(input: AnalyserInput, signal: AbortSignal): Promise<Opinion>;
  close(): Promise<void>;
};

/** What an adapter is given beside its settings. */
export type AnalyserOutside = { send: Send; clock: AnalyserClock };

/** Settings of one adapter by name, as texts; which there are, the adapter's schema says. */
export type AnalyserSettings = Readonly<Record<string, string | undefined>>;

/** @throws Error naming a setting that is missing or wrong, never its value */
export type CreateAnalyser = (settings: AnalyserSettings, parts: AnalyserOutside) => Analyser;

import { type Analysis, type PictureHash, TAXONOMY_VERSION } from '@clearframe/contract';
import type { Shown } from './analysers/analyser.ts';
import { createShown } from './analysers/shown.ts';
import { CLASSIFIER_SIZE, type ClassProbabilities, createClassifier } from './classifier/classifier.ts';
import { CLASSIFIER_NAME } from './classifier/classifier-key.ts';
import { createCredentialsReader, type ReadCredentials } from './credentials/credentials-reader.ts';
import { alignedResize } from './decode/aligned-resize.ts';
import { decodePicture, type Picture } from './decode/decode-picture.ts';
import type { Pixels } from './decode/pixels.ts';
import { summariseColours } from './describe/colours.ts';
import { describe } from './describe/describe.ts';
import { hashPicture } from './hash/hash-picture.ts';
import { isWholeInThumbnail, makeDisplay, makeThumbnail, type Rendition } from './renditions.ts';
import { coverage, doubtOf, MAPPING_VERSION, type Scores, toScores, worstScores } from './scores.ts';
import type { Stage } from './stage.ts';
import { collectText, type FileText, framesRead } from './text/collect-text.ts';
import { bundledTextModels, type TextModelSource } from './text/text-models.ts';
import { createTextReader } from './text/text-reader.ts';
import { examineFrames } from './video/examine-video.ts';
import { readVideoFrames } from './video/video-frames.ts';
import type { ExamineFrames, ExamineVideo, ShowSeconds } from './video/video-types.ts';

const versionWith = (text: TextModelSource): string =>
  `taxonomy-${TAXONOMY_VERSION}+mapping-${MAPPING_VERSION}+${CLASSIFIER_NAME}+${text.name}`;

/** Tells results apart that another taxonomy, mapping or model would have given; with the text models of the package. */
export const ANALYSIS_VERSION = versionWith(bundledTextModels);

/** One file's analysis and its copies: the display copy fits 1600 pixels, the thumbnail 480. */
export type Examined = {
  analysis: Analysis;
  /** null = of a single frame larger than the thumbnail: `makeDisplay` makes it when somebody looks. */
  display: Rendition | null;
  thumbnail: Rendition;
  /** The picture that the copies show, for analysers beside this one. */
  shown: Shown;
};

/** `readWriting`: false = nobody looks for writing, and its models are not loaded. Without it writing is read. */
export type Look = { readWriting?: boolean | undefined };

/** `recognise`: false = nobody compares it with known pictures, so that it gets no hash. */
export type Assess = Look & { recognise?: boolean | undefined };

export type Engine = {
  version: string;
  /** Analysis and copies from one decode. @throws MediaError when the file is not one complete picture of an accepted kind */
  examine(bytes: Uint8Array, look?: Look): Promise<Examined>;
  /** The same analysis of a picture that nobody keeps, without copies. @throws MediaError as `examine` */
  assess(bytes: Uint8Array, how?: Assess): Promise<Pick<Examined, 'analysis' | 'shown'>>;
  /** What a file was signed with, which `examine` tells of pictures. It never rejects. */
  readCredentials: ReadCredentials;
  /** The display copy of a picture of one frame, by itself. @throws MediaError as `examine` */
  makeDisplay(bytes: Uint8Array): Promise<Rendition>;
  /** The same analysis without the copies. @throws MediaError as `examine` */
  analyse(bytes: Uint8Array): Promise<Analysis>;
  /** One picture of each second of a video, and the copies. It reads the file through ffmpeg or its library, in a process of its own. */
  examineVideo: ExamineVideo;
  /**
   * The same of pictures that somebody else reads from the video.
   * @throws MediaError when some are missing, and whatever the reading throws
   */
  examineFrames: ExamineFrames;
  /** For analysers that judge each second: the pictures alone. */
  showSeconds: ShowSeconds;
  close(): Promise<void>;
};

type Frame = { pixels: Pixels; small: Uint8Array; classes: ClassProbabilities; scores: Scores };

/**
 * The bytes of `convertClassifier`, and where the text models come from: the package, or a folder by `textModelsIn`.
 * `trustList`: certificates in PEM that signers of Content Credentials may lead to; without it none is trusted.
 */
export type EngineModels = { classifier: Uint8Array; text?: TextModelSource; trustList?: string | null };

/** Whoever measures is told of each stage as it begins; a later one ends it. */
type Watch = { onStage?: (stage: Stage) => void };

/**
 * The analysis on this machine: bytes in, result out; it talks to nobody and reads no file but its models and a video's.
 * It blocks the thread that calls it while it computes: never call it in the process that serves requests.
 * @throws Error when the classifier cannot be loaded. The text models are loaded with the first picture.
 */
export async function createEngine(models: EngineModels & Watch): Promise<Engine> {
  const { classifier: model, text = bundledTextModels, trustList = null, onStage = () => undefined } = models;
  const readCredentials = createCredentialsReader({ trustList });
  const { close: closeClassifier, classify } = await createClassifier(model);
  const { close: closeReader, mayHaveText, read: readText } = createTextReader(text.load);
  const classifier = {
    classify(small: Uint8Array) {
      onStage('classify');
      return classify(small);
    },
  };
  const reader = {
    mayHaveText(pixels: Pixels) {
      onStage('text');
      return mayHaveText(pixels);
    },
    read: readText,
  };
  const version = versionWith(text);

  async function classifyFrame(pixels: Pixels): Promise<Frame> {
    const small = alignedResize(pixels, CLASSIFIER_SIZE);
    const classes = await classifier.classify(small);
    return { pixels, small, classes, scores: toScores(classes) };
  }

  async function look(
    bytes: Uint8Array,
    { readWriting = true, recognise = true }: Assess = {},
  ): Promise<{ analysis: Analysis; shown: Frame }> {
    const started = performance.now();
    onStage('decode');
    const picture = await decodePicture(bytes);
    const [first, ...others] = picture.frames;
    const frames: [Frame, ...Frame[]] = [await classifyFrame(first)];
    for (const pixels of others) frames.push(await classifyFrame(pixels));
    const shown = frameToShow(frames);
    const writing = collectText(readWriting ? reader : null, framesRead.animation);
    await writing.look(shown.pixels, true);
    for (const frame of frames) if (frame !== shown) await writing.look(frame.pixels);
    const written = writing.found();
    onStage('describe');
    const hash = recognise ? await hashPicture(shown.pixels) : null;
    const scores = worstScores(frames.map((frame) => frame.scores));
    const description = describe({
      ...picture,
      scores,
      neutral: shown.classes.neutral,
      colours: summariseColours(shown.small),
      text: written.text,
    });
    return {
      analysis: result(picture, scores, {
        version,
        description,
        written,
        hash,
        classes: shown.classes,
        elapsedMs: performance.now() - started,
      }),
      shown,
    };
  }

  return {
    version,
    readCredentials,
    async analyse(bytes) {
      return (await look(bytes)).analysis;
    },
    async examine(bytes, how) {
      const { analysis, shown } = await look(bytes, how);
      const { pixels } = shown;
      const content_credentials = await readCredentials(analysis.kind, bytes);
      onStage('copies');
      const thumbnail = await makeThumbnail(pixels);
      // Which frame of an animation is shown depends on what was seen in all of them.
      const later = analysis.frames_analysed === 1 ? null : await makeDisplay(pixels);
      const display = isWholeInThumbnail(pixels) ? thumbnail : later;
      return { analysis: { ...analysis, content_credentials }, shown: createShown(pixels), thumbnail, display };
    },
    async assess(bytes, how) {
      const { analysis, shown } = await look(bytes, how);
      const content_credentials = await readCredentials(analysis.kind, bytes);
      return { analysis: { ...analysis, content_credentials }, shown: createShown(shown.pixels) };
    },
    async makeDisplay(bytes) {
      onStage('decode');
      const { frames } = await decodePicture(bytes);
      onStage('copies');
      return await makeDisplay(frames[0]);
    },
    examineVideo: (path, probe, tools, options = {}) =>
      examineFrames(
        { classifier, reader, version },
        probe,
        (onFrame) => readVideoFrames(tools, path, probe, { signal: options.signal, onFrame }),
        options,
      ),
    examineFrames: (probe, read, options) => examineFrames({ classifier, reader, version }, probe, read, options),
    async showSeconds(path, probe, tools, { signal, onSecond }) {
      await readVideoFrames(tools, path, probe, { signal, onFrame: (pixels) => onSecond(createShown(pixels)) });
    },
    async close() {
      await closeClassifier();
      await closeReader();
    },
  };
}

type Found = {
  version: string;
  description: string;
  written: FileText;
  hash: PictureHash | null;
  classes: ClassProbabilities;
  elapsedMs: number;
};

function result(picture: Picture, scores: Scores, { version, description, written, hash, classes, elapsedMs }: Found): Analysis {
  return {
    kind: picture.kind,
    width: picture.width,
    height: picture.height,
    frames_analysed: picture.frames.length,
    scores,
    coverage: coverage(),
    classes,
    description,
    text: written.text,
    text_lines: written.lines,
    writing: written.coverage,
    ...(hash ? { hash } : {}),
    processing_time_ms: Math.round(elapsedMs * 10) / 10,
    analysis_version: version,
  };
}

/** The first frame stands for an animation, unless a later one is what makes it doubtful: then reviewers must see that one. */
function frameToShow([first, ...others]: [Frame, ...Frame[]]): Frame {
  return others.reduce((shown, frame) => (doubtOf(frame.scores) > doubtOf(shown.scores) ? frame : shown), first);
}

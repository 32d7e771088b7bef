import { type Analysis, defaultThresholds, judgeScores, limits, type VideoSecond } from '@clearframe/contract';
import { createShown } from '../analysers/shown.ts';
import { CLASSIFIER_SIZE, type Classifier } from '../classifier/classifier.ts';
import { alignedResize } from '../decode/aligned-resize.ts';
import type { Pixels } from '../decode/pixels.ts';
import { summariseColours } from '../describe/colours.ts';
import { describe } from '../describe/describe.ts';
import { MediaError } from '../media-error.ts';
import { makeDisplay, makeThumbnail } from '../renditions.ts';
import { coverage, isNearThreshold, type Scores, toScores, worstScores } from '../scores.ts';
import { collectText, type FileText } from '../text/collect-text.ts';
import type { TextReader } from '../text/text-reader.ts';
import { chooseShown, type ShownSecond } from './choose-shown.ts';
import { isNearIdentical } from './near-identical.ts';
import { rememberModels } from './remember-models.ts';
import type { ExaminedVideo, ExamineVideoOptions, ReadFrames, VideoProbe } from './video-types.ts';

type Analyser = { classifier: Pick<Classifier, 'classify'>; reader: Pick<TextReader, 'mayHaveText' | 'read'>; version: string };

/**
 * Of so many classified seconds one is looked at for writing. A look costs three times what classifying does; writing that is
 * there to be read mostly stays longer than that. docs/decisions/042.
 */
const LOOK_FOR_TEXT_EVERY = 3;

/** More than scores of nearly identical pictures differ by. Nearer to a threshold each second is classified for itself. */
const SCORE_MARGIN = 0.05;

/**
 * Analyses one picture of each second. A second that looks like the last classified one gets its scores. The video has of each
 * category the highest score of all its seconds. Memory does not grow with the length, but for the list of seconds.
 * @throws MediaError when the video turns out to be damaged or incomplete
 */
export async function examineFrames(
  { classifier, reader, version }: Analyser,
  probe: VideoProbe,
  read: ReadFrames,
  {
    onSecond,
    known = () => undefined,
    thresholds = defaultThresholds(),
    readWriting = true,
  }: Omit<ExamineVideoOptions, 'signal'> = {},
): Promise<ExaminedVideo> {
  const started = performance.now();
  const seconds: VideoSecond[] = [];
  const flaggedThumbnails: ExaminedVideo['flaggedThumbnails'] = [];
  const poster = chooseShown(thresholds);
  const models = rememberModels({ classifier, reader, version });
  const writing = collectText(readWriting ? models : null);
  let classified = 0;
  const newest: { classified?: { small: Uint8Array; judged: VideoSecond } } = {};
  let worst: Scores = {};

  async function classify(pixels: Pixels, small: Uint8Array, second: number): Promise<VideoSecond> {
    const classes = await models.classify(small);
    const scores = toScores(classes);
    const { flagged, needs_review } = judgeScores(scores, thresholds);
    worst = worstScores([worst, scores]);
    poster.offer({ pixels, small, classes, scores });
    if (classified++ % LOOK_FOR_TEXT_EVERY === 0) await writing.look(pixels);
    if (flagged && flaggedThumbnails.length < limits.videoThumbnailsMax) {
      flaggedThumbnails.push({ second, rendition: await makeThumbnail(pixels) });
    }
    return { second, scores, flagged, needs_review, same_as: null };
  }

  async function onFrame(pixels: Pixels, second: number): Promise<void> {
    const small = alignedResize(pixels, CLASSIFIER_SIZE);
    models.begin(known(second));
    const last = newest.classified;
    if (last && !isNearThreshold(last.judged.scores, SCORE_MARGIN, thresholds) && isNearIdentical(last.small, small)) {
      seconds.push(repeated(last.judged, second));
    } else {
      const judged = await classify(pixels, small, second);
      seconds.push(judged);
      newest.classified = { small, judged };
    }
    onSecond?.(second + 1, probe.seconds, models.seen());
  }

  await read(onFrame);
  const shown = poster.shown();
  const last = newest.classified;
  // Rounding may cost the last picture; more than one that is missing is damage which no decoder named.
  if (!shown || !last || probe.seconds - seconds.length > 1) throw new MediaError('video_ends_early');
  if (seconds.length < probe.seconds) seconds.push(repeated(last.judged, seconds.length));
  const { pixels } = shown;
  const copies = { display: await makeDisplay(pixels), thumbnail: await makeThumbnail(pixels) };
  const analysis = result({
    probe,
    seconds,
    worst,
    shown,
    written: writing.found(),
    version,
    elapsedMs: performance.now() - started,
  });
  return { analysis, seconds, ...copies, shown: createShown(pixels), flaggedThumbnails };
}

const repeated = (judged: VideoSecond, second: number): VideoSecond => ({ ...judged, second, same_as: judged.second });

type Findings = {
  probe: VideoProbe;
  seconds: VideoSecond[];
  worst: Scores;
  shown: ShownSecond;
  written: FileText;
  version: string;
  elapsedMs: number;
};

function result({ probe, seconds, worst, shown, written, version, elapsedMs }: Findings): Analysis {
  const { kind, width, height, durationMs, codec, frameRate, rotation } = probe;
  const colours = summariseColours(shown.small);
  return {
    kind,
    width,
    height,
    frames_analysed: seconds.length,
    scores: worst,
    coverage: coverage(),
    description: describe({
      width,
      height,
      pages: 'video',
      scores: worst,
      neutral: shown.classes.neutral,
      colours,
      text: written.text,
    }),
    text: written.text,
    text_lines: written.lines,
    writing: written.coverage,
    processing_time_ms: Math.round(elapsedMs * 10) / 10,
    analysis_version: version,
    video: {
      duration_ms: durationMs,
      seconds: probe.seconds,
      codec,
      frame_rate: frameRate,
      rotation,
      flagged_seconds: seconds.filter(({ flagged }) => flagged).map(({ second }) => second),
    },
  };
}

import type { Analysis, Policy, VideoSecond } from '@clearframe/contract';
import { type Engine, type Film, MediaError, type Rendition, type Shown, type VideoProbe } from '@clearframe/engine/light';
import type { Context } from '../../context.ts';
import { originalPlace } from '../item/item-files.ts';
import type { MediaRow } from '../item/media-row.ts';
import { readSeenSeconds } from '../item/seen-seconds.ts';
import { type RunSigns, tellProgress } from '../tell/tell-progress.ts';
import type { Stripper } from './clean-original.ts';
import { videoCredentials } from './video-credentials.ts';

/** What moderation needs of what decodes: a process beside this one, or in tests the engine. */
export type Examiner = Pick<
  Engine,
  'analyse' | 'assess' | 'examine' | 'examineVideo' | 'makeDisplay' | 'readCredentials' | 'showSeconds'
> &
  Stripper;

/** What people look at of a file. */
export type Made = {
  /** The file itself; null = a video, which does not fit into memory. */
  bytes: Uint8Array | null;
  /** null = it is made when somebody opens the item. */
  display: Rendition | null;
  thumbnail: Rendition;
  stills: { second: number; rendition: Rendition }[];
};

/** What was seen of a file. */
export type Seen = {
  analysis: Analysis;
  /** null = of a check that nobody keeps: nothing is stored. */
  made: Made | null;
  /** What the copies show, as other analysers are shown it. */
  shown: Shown;
  /** Of a video; none of a picture. */
  seconds: VideoSecond[];
  /** Shows the seconds of a video again, for analysers that judge each; null = a picture. */
  readSeconds: Film['read'] | null;
};

/**
 * What the run tells of itself, the limits by which seconds of a video are flagged, and whether writing is looked for. `bare`: of a picture
 * that nobody keeps nothing is made to look at, and a hash only where the account knows pictures. null = of everything else.
 */
type How = {
  signs: RunSigns;
  thresholds: Policy['thresholds'];
  readWriting: boolean;
  bare: { recognise: boolean } | null;
};

type ExamineContext = Pick<Context, 'db' | 'live' | 'storage' | 'videoTools'>;

async function examineVideo(
  context: ExamineContext,
  examiner: Examiner,
  { item, video, signs, thresholds, readWriting }: Omit<How, 'bare'> & { item: MediaRow; video: VideoProbe },
): Promise<Seen> {
  const tools = await context.videoTools();
  const progress = tellProgress(context, item, signs);
  const { onSecond, signal } = progress;
  try {
    const earlier = await readSeenSeconds(context.db, item);
    const known = (second: number) => earlier.get(second);
    const options = { onSecond, known, signal, thresholds, readWriting };
    const examine = async (path: string) => {
      const content_credentials = await videoCredentials(examiner, video.kind, path);
      const { analysis, ...examined } = await examiner.examineVideo(path, video, tools, options);
      return { ...examined, analysis: { ...analysis, content_credentials } };
    };
    const { analysis, seconds, shown, display, thumbnail, flaggedThumbnails } = await context.storage.withFile(
      item.objectKey,
      examine,
      signs,
    );
    const readSeconds: Film['read'] = (onSecond, until) =>
      context.storage.withFile(
        item.objectKey,
        (path) => examiner.showSeconds(path, video, tools, { signal: until, onSecond }),
        signs,
      );
    const made = { bytes: null, display, thumbnail, stills: flaggedThumbnails };
    return { analysis, seconds, shown, made, readSeconds };
  } finally {
    await progress.written();
  }
}

/** A file that cannot be analysed is a result; anything else that goes wrong is not, and is thrown. */
export async function examineItem(
  context: ExamineContext,
  examiner: Examiner,
  item: MediaRow,
  how: How,
): Promise<Seen | MediaError> {
  try {
    if (item.video) return await examineVideo(context, examiner, { item, video: item.video, ...how });
    const { key, range } = originalPlace(item);
    const bytes = await context.storage.get(key, range);
    const { readWriting, bare } = how;
    const picture = { seconds: [], readSeconds: null };
    if (bare) return { ...(await examiner.assess(bytes, { readWriting, ...bare })), ...picture, made: null };
    const { analysis, shown, display, thumbnail } = await examiner.examine(bytes, { readWriting });
    return { analysis, shown, ...picture, made: { bytes, display, thumbnail, stills: [] } };
  } catch (error) {
    if (error instanceof MediaError) return error;
    throw error;
  }
}

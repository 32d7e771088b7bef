import type { FileHandle } from 'node:fs/promises';
import type { Analysis, Category, MediaKind, TextLine, Threshold, VideoFacts, VideoSecond } from '@clearframe/contract';
import type { Shown } from '../analysers/analyser.ts';
import type { ClassProbabilities } from '../classifier/classifier.ts';
import type { Pixels } from '../decode/pixels.ts';
import type { Rendition } from '../renditions.ts';

/** What decodes videos, always as a process of its own. `version` is said by the program, such as `5.1.9-0+deb12u1`. */
export type VideoTools = (
  | /** Path of an ffmpeg of version 4.4 or later (5.1.9 was tried); no ffprobe is needed. */
  { ffmpeg: string; version: string }
  /** Absolute path of the `node-av.node` of node-av 6.1.1: our own small program around it stands in for ffmpeg. */
  | { library: string; version: string }
) & {
  /** Shuts each run in; without it a program may do what this process may. */
  confine?: Confine;
};

/** A program as it is to be started so that it is shut in, and how a file is opened that it shall read through a descriptor. */
export type Confined = { program: string; args: string[]; openFile: (path: string) => Promise<FileHandle> };

/** @param readable paths that the program needs beside those of the system and of this server */
export type Confine = (program: string, args: readonly string[], readable: readonly string[]) => Confined;

/** What is asked of it. */
export type VideoJob = {
  kind: MediaKind;
  /** Absolute. */
  path: string;
  /** FFmpeg's filters that the first track of pictures goes through, out as raw bytes; null to list the packets of all tracks. */
  filters: string | null;
  /** Decode these pictures alone, by FFmpeg's name of what is left out; without it every one. */
  skip?: SkippedPictures;
};

/** Key pictures alone are left (`nokey`), or those that others refer to (`noref`). */
export type SkippedPictures = 'nokey' | 'noref';

/** What a video is, read without analysing it. Width and height are those of the upright pictures, in pixels. */
export type VideoProbe = {
  kind: MediaKind;
  /** Of the pictures that are really in the file, not what its header claims. */
  durationMs: number;
  /** Begun seconds: so many pictures are analysed and charged. */
  seconds: number;
  width: number;
  height: number;
  rotation: VideoFacts['rotation'];
  codec: string;
  /** Pictures a second; null when the file does not tell. */
  frameRate: number | null;
};

/** @throws MediaError for a file that is no complete video that can be analysed */
export type ProbeVideo = (tools: VideoTools, path: string, options?: { signal?: AbortSignal }) => Promise<VideoProbe>;

/** A video's analysis and pictures of it. */
export type ExaminedVideo = {
  analysis: Analysis;
  /** One entry for each second of the probe, in order. */
  seconds: VideoSecond[];
  /** The most doubtful second, else one that stands for the video: fits 1600 pixels. */
  display: Rendition;
  /** The same second, within 480 pixels. */
  thumbnail: Rendition;
  /** The same second, for the rows of lists. */
  /** For analysers beside this one. */
  shown: Shown;
  /** Of the first flagged seconds that look different from each other, within 480 pixels; a limit keeps them few. */
  flaggedThumbnails: { second: number; rendition: Rendition }[];
};

/**
 * What the models said of a second. A later look at the same video that is given it back asks them no more, and comes to the same result
 * as one that was never cut off.
 */
export type SeenSecond = {
  /** Of the analysis: another version asks its own models. */
  version: string;
  classes: ClassProbabilities;
  /** The writing in it; null = there is none. Without it nobody looked for any. */
  lines?: TextLine[] | null | undefined;
};

export type ExamineVideoOptions = {
  /** Told after each second how many of how many are done, and what the models said of it where they were asked. */
  onSecond?: (done: number, of: number, seen?: SeenSecond | null) => void;
  /** What is known of a second by an earlier look at this video. */
  known?: (second: number) => SeenSecond | undefined;
  signal?: AbortSignal;
  /** By which seconds are flagged; the default ones without it. */
  thresholds?: Record<Category, Threshold>;
  /** false = nobody looks for writing. Without it writing is read. */
  readWriting?: boolean | undefined;
};

/** Calls back with the picture of each second in order and waits for it; the picture's memory is used again for the next one. */
export type ReadFrames = (onFrame: (pixels: Pixels, second: number) => Promise<void>) => Promise<unknown>;

export type ExamineFrames = (
  probe: VideoProbe,
  read: ReadFrames,
  options?: Omit<ExamineVideoOptions, 'signal'>,
) => Promise<ExaminedVideo>;

/** @throws MediaError when the video turns out to be damaged; any other error is no fault of the file */
export type ExamineVideo = (
  path: string,
  probe: VideoProbe,
  tools: VideoTools,
  options?: ExamineVideoOptions,
) => Promise<ExaminedVideo>;

/** Shows one picture of each second of a video, without judging it. @throws as {@link ExamineVideo}, and whatever `onSecond` throws */
export type ShowSeconds = (
  path: string,
  probe: VideoProbe,
  tools: VideoTools,
  options: { signal?: AbortSignal; onSecond: (shown: Shown) => Promise<void> },
) => Promise<void>;

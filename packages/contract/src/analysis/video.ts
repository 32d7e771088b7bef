import { z } from 'zod';
import * as limits from '../limits.ts';
import { CategoryScores } from './categories.ts';

/** What was seen in one second of a video. Second 0 is the first. */
export const VideoSecond = z.object({
  second: z.int().min(0),
  scores: CategoryScores,
  flagged: z.boolean(),
  needs_review: z.boolean(),
  /** An earlier second that looks nearly the same, whose scores these are: this one was not classified again. */
  same_as: z.int().min(0).nullable(),
});
export type VideoSecond = z.infer<typeof VideoSecond>;

/** What an analysis says of a video beside what it says of a picture. */
export const VideoFacts = z.object({
  /** Length of what is shown; sound that goes on longer does not count. */
  duration_ms: z.int().positive(),
  /** Begun seconds: one picture of each is analysed, and each is charged as one frame. */
  seconds: z.int().positive(),
  codec: z.string(),
  /** Pictures a second; null when the file does not tell. */
  frame_rate: z.number().nullable(),
  /** Clockwise degrees by which the stored pictures are turned to be seen upright. */
  rotation: z.literal([0, 90, 180, 270]),
  flagged_seconds: z.array(z.int().min(0)),
});
export type VideoFacts = z.infer<typeof VideoFacts>;

/** How far the analysis of a video is. */
export const VideoProgress = z.object({ seconds_done: z.int().min(0), seconds_total: z.int().positive() });
export type VideoProgress = z.infer<typeof VideoProgress>;

export const VideoFramesQuery = z.object({
  /** The first second wanted. */
  from: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(limits.videoSecondsPageMax).default(limits.videoSecondsPageMax),
});
export type VideoFramesQuery = z.infer<typeof VideoFramesQuery>;

/** A stretch of a video's seconds, as the newest analysis saw them; none before the first is done. */
export const VideoFrames = z.object({
  duration_ms: z.int().positive(),
  seconds: z.array(VideoSecond),
  /** Pictures of flagged seconds of this stretch; the first of those that look alike stands for the others. Addresses expire. */
  thumbnails: z.array(z.object({ second: z.int().min(0), url: z.string() })),
  /** What to send as `from` for the next stretch; null at the end. */
  next_from: z.int().nullable(),
});
export type VideoFrames = z.infer<typeof VideoFrames>;

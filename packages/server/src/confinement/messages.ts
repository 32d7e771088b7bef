import { Analysis, Category, CategoryScores, Coverage, MediaKind, type Policy, VideoSecond } from '@clearframe/contract';
import type { VideoProbe } from '@clearframe/engine/light';
import { z } from 'zod';

/** What a decoder is asked. Bytes go beside: of a picture, of one picture of a video, of a piece of a film. */
export type Asked =
  | { op: 'start'; textModelsDir: string | null; analysers: { name: string; settings: Record<string, string | undefined> }[] }
  | { op: 'examine' }
  | { op: 'examine-video'; probe: VideoProbe; thresholds: Policy['thresholds'] | undefined }
  | { op: 'frame'; width: number; height: number }
  | { op: 'strip-picture'; kind: MediaKind }
  | { op: 'strip-video'; kind: MediaKind }
  | { op: 'piece' }
  /** Nothing more comes of the video or the film; `whole` = all of it came. */
  | { op: 'end'; whole: boolean }
  /** What was examined last, by its number. */
  | { op: 'jpeg'; shown: number; leastSide: number }
  | { op: 'opinion'; shown: number; name: string };

/** Everything below comes from a process that a hostile file may have taken over: it is believed no further than it is checked. */
const side = z.int().min(1).max(100_000);
const Copy = z.object({ width: side, height: side });
const Shown = z.object({ number: z.int(), width: side, height: side });

export const Started = z.object({
  local: z.array(z.object({ name: z.string(), version: z.string(), tryMs: z.number().optional() })),
});
export type Started = z.infer<typeof Started>;
export const ExaminedAnswer = z.object({ analysis: Analysis, shown: Shown, copies: z.tuple([Copy, Copy, Copy]) });
export const ExaminedVideoAnswer = ExaminedAnswer.extend({
  seconds: z.array(VideoSecond),
  flagged: z.array(Copy.extend({ second: z.int().min(0) })),
});
export const SecondDone = z.object({ second: z.int().min(0) });
/** Of a picture: no bytes beside it = the file has nothing to take out. null of a film: a piece comes beside. */
export const Stripped = z.object({ state: z.enum(['clean', 'changed', 'unknown']) });
export const FilmPiece = z.object({ done: z.boolean() });
export const OpinionAnswer = z.object({
  scores: CategoryScores,
  coverage: z.partialRecord(Category, Coverage),
  raw: z.unknown(),
  unmapped: z.array(z.string()),
});

/** An answer that is none. */
export const Failure = z.object({
  failed: z.object({
    message: z.string().max(2_000),
    /** The file is at fault, by the engine's word for it. */
    media: z.string().optional(),
    /** The container of a film cannot be followed. */
    range: z.boolean().optional(),
    /** A model gave what it should not. */
    garbage: z.boolean().optional(),
  }),
});
export type Failure = z.infer<typeof Failure>;

/** The same for the program that reads what a video is. */
export const ProbeAnswer = z.object({
  probe: z.object({
    kind: MediaKind,
    durationMs: z.int().positive(),
    seconds: z.int().positive(),
    width: side,
    height: side,
    rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
    codec: z.string().max(100),
    frameRate: z.number().nonnegative().nullable(),
  }),
});

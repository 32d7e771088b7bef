import {
  Analysis,
  Category,
  CategoryScores,
  ContentCredentials,
  Coverage,
  limits,
  MediaKind,
  type Policy,
  TextLine,
  VideoFacts,
  VideoSecond,
} from '@clearframe/contract';
import type { FitTo, VideoProbe } from '@clearframe/engine/light';
import { z } from 'zod';

/** What a decoder is asked. Bytes go beside: of a picture, of one picture of a video, of a piece of a film. */
export type Asked =
  | {
      op: 'start';
      textModelsDir: string | null;
      analysers: { name: string; settings: Record<string, string | undefined> }[];
      /** Certificates in PEM; null = no signer is trusted. */
      trustList: string | null;
    }
  | { op: 'examine'; readWriting: boolean }
  /** The same of a picture that nobody keeps: without copies, and without a hash where nothing compares it. */
  | { op: 'assess'; readWriting: boolean; recognise: boolean }
  /** The same without copies, for writing that was not read. */
  | { op: 'analyse' }
  /** What a video was signed with: its whole file goes beside. Of a picture `examine` tells it. */
  | { op: 'credentials'; kind: MediaKind }
  /** The large copy of a picture, by itself. */
  | { op: 'display' }
  | { op: 'examine-video'; probe: VideoProbe; thresholds: Policy['thresholds'] | undefined; readWriting: boolean }
  /** `known`: what an earlier look at the same second brought. */
  | { op: 'frame'; width: number; height: number; known?: SeenSecond | undefined }
  | { op: 'strip-picture'; kind: MediaKind }
  | { op: 'strip-video'; kind: MediaKind }
  | { op: 'piece' }
  /** Nothing more comes of the video or the film; `whole` = all of it came. */
  | { op: 'end'; whole: boolean }
  /** What was examined last, by its number. */
  | { op: 'jpeg'; shown: number; leastSide: number }
  | { op: 'resized'; shown: number; to: FitTo }
  /** A picture of a video as JPEG; nothing of it is kept. */
  | { op: 'encode'; width: number; height: number; leastSide: number }
  | { op: 'opinion'; shown: number; name: string };

/** Everything below comes from a process that a hostile file may have taken over: it is believed no further than it is checked. */
const side = z.int().min(1).max(100_000);
/** Far more than is read in a file or said of one, and little enough for a row and a search. */
const words = z.string().max(10_000);
const name = z.string().max(200);
const secondsMax = Math.ceil(limits.videoMaxMs / 1_000);

const Copy = z.object({ width: side, height: side });
const Shown = z.object({ number: z.int(), width: side, height: side });
/** What other analysers say is not the decoder's to tell. */
const OwnAnalysis = Analysis.omit({ analysers: true }).extend({
  description: words,
  text: words,
  text_lines: z
    .array(TextLine.extend({ text: words }))
    .max(1_000)
    .optional(),
  analysis_version: name,
  video: VideoFacts.extend({ codec: name, flagged_seconds: z.array(z.int().min(0)).max(secondsMax) }).optional(),
});

export const Started = z.object({
  local: z.array(z.object({ name, version: name, tryMs: z.number().optional() })).max(100),
});
export type Started = z.infer<typeof Started>;
export const AnalysedAnswer = z.object({ analysis: OwnAnalysis });
export const AssessedAnswer = z.object({ analysis: OwnAnalysis, shown: Shown });
export const ExaminedAnswer = AssessedAnswer.extend({
  copies: z.tuple([Copy]).or(z.tuple([Copy, Copy])),
});
export const CredentialsAnswer = z.object({ credentials: ContentCredentials });
export const DisplayAnswer = z.object({ copies: z.tuple([Copy]) });
export const ExaminedVideoAnswer = ExaminedAnswer.extend({
  copies: z.tuple([Copy, Copy]),
  seconds: z.array(VideoSecond).max(secondsMax),
  flagged: z.array(Copy.extend({ second: z.int().min(0).max(secondsMax) })).max(limits.videoThumbnailsMax),
});
const probability = z.number().min(0).max(1);
/** What the models said of a second of a video, as it is kept for another run too. */
export const SeenSecond = z.object({
  version: name,
  classes: z.object({ drawing: probability, hentai: probability, neutral: probability, porn: probability, sexy: probability }),
  lines: z
    .array(TextLine.extend({ text: words }))
    .max(1_000)
    .nullish(),
});
export type SeenSecond = z.infer<typeof SeenSecond>;
export const SecondDone = z.object({ second: z.int().min(0), seen: SeenSecond.nullable() });
/** Of a picture: no bytes beside it = the file has nothing to take out. null of a film: a piece comes beside. */
export const Stripped = z.object({ state: z.enum(['clean', 'changed', 'unknown']) });
export const FilmPiece = z.object({ done: z.boolean() });
export const OpinionAnswer = z.object({
  scores: CategoryScores,
  coverage: z.partialRecord(Category, Coverage),
  raw: z.unknown(),
  unmapped: z.array(name).max(10_000),
});

/** What a decoder spends its computing on. */
export const decoderStages = ['start', 'decode', 'classify', 'text', 'describe', 'copies', 'strip', 'opinion'] as const;
export type DecoderStage = (typeof decoderStages)[number];
/** CPU time since the answer before, in microseconds. More than an hour of it is a lie. */
export const CpuSpent = z.object({ cpu: z.partialRecord(z.enum(decoderStages), z.number().min(0).max(3_600_000_000)) });
export type CpuSpent = z.infer<typeof CpuSpent>['cpu'];

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

/** The same for the program that reads what a video is. Its limits are checked there; here nobody gets beyond them by lying. */
export const ProbeAnswer = z.object({
  probe: z
    .object({
      kind: MediaKind,
      durationMs: z.int().positive().max(limits.videoMaxMs),
      seconds: z.int().positive().max(secondsMax),
      width: side,
      height: side,
      rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
      codec: z.string().max(100),
      frameRate: z.number().nonnegative().nullable(),
    })
    .refine(({ width, height }) => width * height <= limits.videoMaxPixels)
    .refine(({ durationMs, seconds }) => Math.abs(durationMs / 1_000 - seconds) <= 1),
});

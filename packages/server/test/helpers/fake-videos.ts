import { readFile } from 'node:fs/promises';
import { type Analysis, categoryNames, type VideoSecond } from '@clearframe/contract';
import { createShown, type ExamineVideoOptions, MediaError, type VideoProbe } from '@clearframe/engine';
import type { Examiner } from '../../src/moderation/analyse/examine-item.ts';
import { quickExaminer, wholeExaminer } from './uploads.ts';

/** A file that passes for an MP4 by its first bytes and tells {@link probeFake} and {@link fakeExaminer} what to say. */
export function fakeVideo(
  seconds: number,
  { flagged = [], broken = false }: { flagged?: number[]; broken?: boolean } = {},
): Buffer {
  // A box of the kind, and one for the film that reaches to the end.
  const head = Buffer.from('000000186674797069736f6d0000020069736f6d61766331' + '000000006d646174', 'hex');
  return Buffer.concat([head, Buffer.from(JSON.stringify({ seconds, flagged, broken }))]);
}

async function readFake(path: string): Promise<{ seconds: number; flagged: number[]; broken: boolean }> {
  const bytes = await readFile(path);
  return JSON.parse(bytes.subarray(32).toString());
}

/** Takes the place of the program that reads a video, where only the way matters. */
async function probeFake(path: string): Promise<VideoProbe> {
  const { seconds, broken } = await readFake(path);
  if (broken) throw new MediaError('undecodable', { message: 'The video is damaged' });
  return {
    kind: 'mp4',
    durationMs: seconds * 1_000 - 400,
    seconds,
    width: 640,
    height: 360,
    rotation: 0,
    codec: 'h264',
    frameRate: 30,
  };
}

const coverage = Object.fromEntries(categoryNames.map((name) => [name, 'not_assessed'])) as Analysis['coverage'];
const copy = { bytes: Buffer.from('a copy'), mimeType: 'image/webp', width: 1, height: 1 } as const;

/** What a fake server has in the place of the program and of what it says. */
export const fakeVideoParts = { probeVideo: probeFake, videoTools: async () => ({ ffmpeg: 'none', version: 'none' }) };

/** Takes the engine's place. @param look what happens while a video is looked at, before its result is there */
export function fakeExaminer(
  look: (options: ExamineVideoOptions, of: number) => Promise<void> = async () => undefined,
): Examiner {
  return {
    ...wholeExaminer(quickExaminer),
    async examineVideo(path, probe, _tools, options = {}) {
      const { flagged } = await readFake(path);
      await look(options, probe.seconds);
      const seconds = Array.from({ length: probe.seconds }, (_, second): VideoSecond => {
        const isFlagged = flagged.includes(second);
        const scores = { sexual_explicit: isFlagged ? 0.97 : 0.01 };
        return { second, scores, flagged: isFlagged, needs_review: isFlagged, same_as: second % 3 === 2 ? second - 1 : null };
      });
      const { durationMs: duration_ms, codec, frameRate: frame_rate, rotation } = probe;
      return {
        seconds,
        display: copy,
        thumbnail: copy,
        shown: createShown({ data: new Uint8Array(3), width: 1, height: 1 }),
        flaggedThumbnails: flagged.map((second) => ({ second, rendition: copy })),
        analysis: {
          kind: probe.kind,
          width: probe.width,
          height: probe.height,
          frames_analysed: probe.seconds,
          scores: { sexual_explicit: flagged.length > 0 ? 0.97 : 0.01 },
          coverage,
          description: 'A moving picture.',
          text: '',
          writing: options.readWriting === false ? 'not_read' : 'read',
          processing_time_ms: 1,
          analysis_version: 'quick',
          video: { duration_ms, seconds: probe.seconds, codec, frame_rate, rotation, flagged_seconds: flagged },
        },
      };
    },
  };
}

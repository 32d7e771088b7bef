import { endpoints, type VideoFrames } from '@clearframe/contract';
import type { Send } from './send.ts';

/** What each second of a video scored, a stretch at a time, from the first second to the last. */
export async function* videoFrames(send: Send, id: string, signal?: AbortSignal): AsyncGenerator<VideoFrames, void, void> {
  for (let from: number | null = 0; from !== null; ) {
    const stretch: VideoFrames = await send(endpoints.apiMediaFrames, { params: { id }, query: { from }, signal });
    yield stretch;
    from = stretch.next_from;
  }
}

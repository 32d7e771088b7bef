import { itemEndpoints, limits, type MediaUpload, type VideoFrames, type VideoSecond } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

export type Seconds = { seconds: VideoSecond[]; thumbnails: VideoFrames['thumbnails'] };

/**
 * Every second of a video, a thousand at a time. They change with a new analysis only, so no live event but that one has them
 * read again.
 */
export const secondsQuery = ({ id, moderationCheckedAt, video }: MediaUpload) =>
  queryOptions({
    queryKey: keys.videoSeconds(id, moderationCheckedAt),
    enabled: video !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Seconds> => {
      const all: Seconds = { seconds: [], thumbnails: [] };
      for (let from: number | null = 0; from !== null; ) {
        const query = { from, limit: limits.videoSecondsPageMax };
        const part: VideoFrames = await call(itemEndpoints.mediaFrames, { params: { id }, query, signal });
        all.seconds.push(...part.seconds);
        all.thumbnails.push(...part.thumbnails);
        from = part.next_from;
      }
      return all;
    },
  });

import { describe, expect, it } from 'vitest';
import { framesOf } from './seconds-of.ts';

describe('the price of an analysis', () => {
  it('UP-09 is one frame for a picture, whatever else it says', () => {
    expect(framesOf({ mimeType: 'image/gif', duration_ms: 4_000, video: null })).toBe(1);
  });

  it('API-04 is one frame for each begun second of a video, also before its analysis', () => {
    expect(framesOf({ mimeType: 'video/mp4', duration_ms: 7_600, video: null })).toBe(8);
    expect(framesOf({ mimeType: 'video/mp4', duration_ms: null, video: null })).toBe(1);
  });
});

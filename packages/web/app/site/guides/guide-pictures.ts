import keywordLists from '../../../../../docs/images/keyword-lists.webp?url';
import verdict from '../../../../../docs/images/verdict.webp?url';
import videoSeconds from '../../../../../docs/images/video-seconds.webp?url';

/** Pictures of guides by name, made by `scripts/screenshots.mjs --docs` from the running demo. Sizes in pixels of the file. */
export const guidePictures: Record<string, { src: string; width: number; height: number }> = {
  verdict: { src: verdict, width: 1440, height: 900 },
  'keyword-lists': { src: keywordLists, width: 1280, height: 800 },
  'video-seconds': { src: videoSeconds, width: 1280, height: 800 },
};

import verdict from '../../../../../docs/images/verdict.webp?url';

/** Pictures of guides by name, made by `scripts/screenshots.mjs --docs` from the running demo. Sizes in pixels of the file. */
export const guidePictures: Record<string, { src: string; width: number; height: number }> = {
  verdict: { src: verdict, width: 1920, height: 1200 },
};

/**
 * The two sides of the comparison. Each runs in a process of its own (`side.mjs`), so that the memory one leaves behind is not
 * collected on the other's time. A side prepares pictures and offers its work by row.
 */
export async function engineSide(pictures) {
  const { createClassifier } = await import('../../packages/engine/src/classifier/classifier.ts');
  const { convertClassifier } = await import('../../packages/engine/src/classifier/convert-classifier.ts');
  const { alignedResize } = await import('../../packages/engine/src/decode/aligned-resize.ts');
  const { decodePicture } = await import('../../packages/engine/src/decode/decode-picture.ts');
  const classifier = await createClassifier(await convertClassifier());
  const classify = (pixels) => classifier.classify(alignedResize(pixels, 224));
  for (const picture of pictures) {
    picture.decoded = (await decodePicture(picture.bytes)).frames[0];
    picture.small = alignedResize(picture.decoded, 224);
  }
  return {
    'network only': ({ small }) => classifier.classify(small),
    'classify a decoded picture': ({ decoded }) => classify(decoded),
    'decode + classify': async ({ bytes }) => classify((await decodePicture(bytes)).frames[0]),
  };
}

export async function nsfwjsSide(pictures) {
  const { default: sharp } = await import('sharp');
  const { alignedResize } = await import('../../packages/engine/src/decode/aligned-resize.ts');
  const { decodePicture } = await import('../../packages/engine/src/decode/decode-picture.ts');
  const { loadNsfwjs } = await import('./load-nsfwjs.mjs');
  const nsfwjs = await loadNsfwjs();
  const classify = ({ data, width, height }) => nsfwjs.classify(data, width, height);
  async function decodeWhole(bytes) {
    const picture = sharp(bytes).flatten({ background: '#fff' }).toColourspace('srgb');
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  }
  for (const picture of pictures) {
    picture.decoded = (await decodePicture(picture.bytes)).frames[0];
    picture.small = alignedResize(picture.decoded, 224);
  }
  return {
    'network only': ({ small }) => nsfwjs.classify(small, 224, 224),
    'classify a decoded picture': ({ decoded }) => classify(decoded),
    'decode + classify': async ({ bytes }) => classify(await decodeWhole(bytes)),
  };
}

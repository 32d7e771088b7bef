import { describe, expect, it } from 'vitest';
import { patternPicture } from '../../../test/tiny-models.ts';
import type { Pixels } from '../../decode/pixels.ts';
import { preprocess } from './preprocess.ts';
import { PreprocessorConfig, preprocessingOf, TimmConfig, timmPreprocessing } from './preprocessing.ts';

const stepsOf = (config: object) => preprocessingOf(PreprocessorConfig.parse(config));

function valuesOf(pixels: Pixels, config: object): { dims: readonly number[]; values: number[] } {
  const { dims, data } = preprocess(pixels, stepsOf(config));
  return { dims, values: Array.from(data as Float32Array, (value) => Math.round(value * 1e5) / 1e5) };
}

describe('pictures as models take them', () => {
  it("are those of transformers with Pillow: CLIP's way, shorter side, bicubic, centre crop, rescaled and normalised", () => {
    const config = {
      feature_extractor_type: 'CLIPFeatureExtractor',
      do_resize: true,
      size: { shortest_edge: 5 },
      resample: 3,
      do_center_crop: true,
      crop_size: { width: 4, height: 4 },
      do_normalize: true,
      image_mean: [0.48145466, 0.4578275, 0.40821073],
      image_std: [0.26862954, 0.26130258, 0.27577711],
    };
    // Computed by Pillow 12.3.0 and the formula of transformers, from the same picture.
    const red = [0.10553, 0.13473, -0.09885, 0.00334, 0.09093, 0.25152, 0.22232, 0.06174];
    const { dims, values } = valuesOf(patternPicture(61, 47), config);
    expect(dims).toEqual([1, 3, 4, 4]);
    expect(values.slice(0, 8)).toEqual(red);
    expect(values.slice(16, 20)).toEqual([0.22893, 0.1689, 0.15389, 0.27395]);
    expect(values.slice(-4)).toEqual([0.24041, 0.24041, 0.33995, 0.24041]);
    // The older spelling of the same.
    expect(valuesOf(patternPicture(61, 47), { ...config, size: 5, crop_size: 4 }).values).toEqual(values);
  });

  it("are those of transformers with Pillow: ViT's way, bilinear to a fixed size whatever the shape", () => {
    const config = { do_normalize: true, image_mean: [0.5, 0.5, 0.5], image_std: [0.5, 0.5, 0.5], size: { width: 3, height: 2 } };
    const [red, green] = [
      [-0.00392, 0.01961, -0.01176, -0.00392, -0.04314, -0.01176],
      [0.02745, 0.04314, 0.03529, 0.01961, -0.01961, 0.01961],
    ];
    const blue = [0.01176, 0.02745, -0.00392, -0.00392, -0.01961, -0.01176];
    expect(valuesOf(patternPicture(61, 47), config)).toEqual({ dims: [1, 3, 2, 3], values: [red, green, blue].flat() });
  });

  it('are cut out of the middle, black where the picture is smaller', () => {
    const grey = (values: number[], width: number): Pixels => ({
      data: Uint8Array.from(values.flatMap((value) => [value, value, value])),
      width,
      height: values.length / width,
    });
    const crop = (width: number, height: number) => ({
      do_resize: false,
      do_rescale: false,
      do_center_crop: true,
      crop_size: { width, height },
    });
    const picture = grey([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 5);
    expect(valuesOf(picture, crop(2, 1)).values).toEqual([2, 3, 2, 3, 2, 3]);
    expect(valuesOf(picture, crop(1, 4)).values.slice(0, 4)).toEqual([0, 3, 8, 0]);
    expect(valuesOf(grey([7], 1), crop(2, 2)).values.slice(0, 4)).toEqual([0, 0, 0, 7]);
  });
});

describe('what a folder asks for', () => {
  it('ConvNeXT: the share that is cropped away under 384 pixels, a square from there on', () => {
    expect(stepsOf({ size: { shortest_edge: 224 }, crop_pct: 0.875 })).toMatchObject({
      resize: { shorterSide: 256 },
      crop: { width: 224, height: 224 },
    });
    expect(stepsOf({ size: { shortest_edge: 384 }, crop_pct: 0.875 })).toMatchObject({
      resize: { width: 384, height: 384 },
      crop: null,
    });
  });

  it('timm: a little larger, then cropped; squashed where it says so', () => {
    const config = { input_size: [3, 224, 224], mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5] };
    expect(timmPreprocessing(TimmConfig.parse(config))).toMatchObject({ resize: { shorterSide: 256 }, filter: 3 });
    expect(timmPreprocessing(TimmConfig.parse({ ...config, crop_pct: 1, crop_mode: 'squash' }))).toMatchObject({
      resize: { width: 224, height: 224 },
      crop: { width: 224, height: 224 },
    });
  });

  it.each([
    [{ size: { shortest_edge: 224 } }, 'one width and height'],
    [{ do_resize: false }, 'one width and height'],
    [{}, 'needs a size'],
    [{ size: 2, do_center_crop: true }, 'needs a crop_size'],
    [{ size: 2, do_normalize: true }, 'needs image_mean'],
  ])('%j leaves something open and is refused', (config, message) => {
    expect(() => stepsOf(config)).toThrow(message);
  });

  it.each([{ do_pad: true }, { resample: 0 }, { size: { longest_edge: 9 } }, { image_std: [0, 1, 1] }])(
    '%j is not supported and refused',
    (part) => {
      expect(PreprocessorConfig.safeParse({ size: 2, ...part }).success).toBe(false);
    },
  );
});

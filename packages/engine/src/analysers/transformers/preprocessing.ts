import { z } from 'zod';
import { type ResizeFilter, resizeFilters } from './pillow-resize.ts';

/** What is done to a picture before a model sees it. */
export type Preprocessing = {
  /** To this size whatever the shape, or until the shorter side has this length; null = not at all. */
  resize: { width: number; height: number } | { shorterSide: number } | null;
  filter: ResizeFilter;
  /** Cut out of the middle; black where the picture is smaller. Null = not at all. */
  crop: { width: number; height: number } | null;
  /** What a byte is multiplied by; then the mean is taken away and the rest divided by the spread, by channel. */
  scale: number;
  mean: Channels;
  spread: Channels;
};
type Channels = readonly [number, number, number];

const side = z.int().min(1).max(4096);
const Size = z.union([side, z.strictObject({ width: side, height: side }), z.strictObject({ shortest_edge: side })]);
const channels = z.tuple([z.number(), z.number(), z.number()]);
const spreads = z.tuple([z.number().positive(), z.number().positive(), z.number().positive()]);
const filter = z.literal(Object.keys(resizeFilters).map((number): ResizeFilter => Number(number) as ResizeFilter));
const off = z.literal([false, null]).optional();

/** The parts of a preprocessor_config.json that change the pixels. What is not supported must be off. */
export const PreprocessorConfig = z.object({
  image_processor_type: z.string().optional(),
  feature_extractor_type: z.string().optional(),
  do_resize: z.boolean().default(true),
  size: Size.optional(),
  resample: filter.default(2),
  do_center_crop: z.boolean().nullish(),
  crop_size: Size.optional(),
  /** ConvNeXT: shorter sides under 384 are made longer by this share first, then cropped. */
  crop_pct: z.number().min(0.1).max(1).nullish(),
  do_rescale: z.boolean().default(true),
  rescale_factor: z
    .number()
    .positive()
    .default(1 / 255),
  do_normalize: z.boolean().nullish(),
  image_mean: channels.optional(),
  image_std: spreads.optional(),
  do_pad: off,
  do_thumbnail: off,
  do_crop_margin: off,
  do_flip_channel_order: off,
});
export type PreprocessorConfig = z.infer<typeof PreprocessorConfig>;

const asIs = { mean: [0, 0, 0], spread: [1, 1, 1] } as const;

/** @throws Error when what is written leaves open how large the result is, or what it is normalised by */
export function preprocessingOf(config: PreprocessorConfig): Preprocessing {
  const { do_normalize: normalises = false, image_mean: mean, image_std: spread } = config;
  if (normalises && !(mean && spread)) throw new Error('do_normalize needs image_mean and image_std');
  const steps: Preprocessing = {
    resize: config.do_resize ? resizeOf(config) : null,
    filter: config.resample,
    crop: config.do_center_crop ? cropOf(config.crop_size) : null,
    scale: config.do_rescale ? config.rescale_factor : 1,
    ...(normalises && mean && spread ? { mean, spread } : asIs),
  };
  return withOneSize(withCropShare(steps, config));
}

function resizeOf({ size, image_processor_type, feature_extractor_type }: PreprocessorConfig): Preprocessing['resize'] {
  if (size === undefined) throw new Error('do_resize needs a size');
  if (typeof size === 'object') return 'width' in size ? size : { shorterSide: size.shortest_edge };
  // A bare number is the shorter side for CLIP and a square for the others.
  const kind = image_processor_type ?? feature_extractor_type ?? '';
  return kind.startsWith('CLIP') ? { shorterSide: size } : { width: size, height: size };
}

function cropOf(size: PreprocessorConfig['crop_size']): { width: number; height: number } {
  if (typeof size === 'number') return { width: size, height: size };
  if (size === undefined || !('width' in size)) throw new Error('do_center_crop needs a crop_size with width and height');
  return size;
}

function withCropShare(steps: Preprocessing, { crop_pct: share }: PreprocessorConfig): Preprocessing {
  if (typeof share !== 'number' || steps.resize === null || !('shorterSide' in steps.resize)) return steps;
  const { shorterSide } = steps.resize;
  const square = { width: shorterSide, height: shorterSide };
  if (shorterSide >= 384) return { ...steps, resize: square };
  return { ...steps, resize: { shorterSide: Math.floor(shorterSide / share) }, crop: square };
}

function withOneSize(steps: Preprocessing): Preprocessing {
  if (steps.crop || (steps.resize && 'width' in steps.resize)) return steps;
  throw new Error('it has to bring every picture to one width and height, by size or by crop_size');
}

/** The `pretrained_cfg` of a timm model (https://huggingface.co/docs/timm), which has no file of its own for this. */
export const TimmConfig = z.object({
  input_size: z.tuple([z.literal(3), side, side]),
  interpolation: z.enum(['bilinear', 'bicubic', 'lanczos']).default('bicubic'),
  crop_pct: z.number().min(0.1).max(1).default(0.875),
  crop_mode: z.enum(['center', 'squash']).default('center'),
  mean: channels,
  std: spreads,
});
export type TimmConfig = z.infer<typeof TimmConfig>;

const timmFilters = { bilinear: 2, bicubic: 3, lanczos: 1 } as const;

/** As timm evaluates: resized a little larger, then cropped. */
export function timmPreprocessing({ input_size, interpolation, crop_pct, crop_mode, mean, std }: TimmConfig): Preprocessing {
  const [, height, width] = input_size;
  const larger = { width: Math.floor(width / crop_pct), height: Math.floor(height / crop_pct) };
  return {
    resize: crop_mode === 'squash' ? larger : { shorterSide: Math.min(larger.width, larger.height) },
    filter: timmFilters[interpolation],
    crop: { width, height },
    scale: 1 / 255,
    mean,
    spread: std,
  };
}

import { basename, dirname } from 'node:path';
import { Category } from '@clearframe/contract';
import { z } from 'zod';
import { ModelFolderError, openFolder } from '../transformers/folder-files.ts';
import { type LabelTable, plain } from '../transformers/label-table.ts';

/** One side of what a model takes: with the largest batch, a request stays under {@link requestMaxBytes}. */
const side = z.int().min(1).max(1024);
const three = z.tuple([z.number(), z.number(), z.number()]);

const Tensor = z.strictObject({
  name: z.string().min(1),
  layout: z.enum(['NCHW', 'NHWC']),
  /** Width, then height. */
  size: z.tuple([side, side]),
  fit: z.enum(['stretch', 'cover', 'contain']).default('stretch'),
  channels: z.enum(['rgb', 'bgr']).default('rgb'),
  /** A value is (byte × scale − mean) ÷ std; mean and std follow the order of `channels`. */
  scale: z.number().positive().default(1),
  mean: three.default([0, 0, 0]),
  std: three.refine((values) => values.every((value) => value !== 0)).default([1, 1, 1]),
});
/** The model decodes: it is given the JPEG itself. */
const Encoded = z.strictObject({ name: z.string().min(1), layout: z.literal('encoded') });

const Mapping = z.strictObject({
  /** Results of another are told apart by it. */
  version: z.string().regex(/^[\w.-]{1,40}$/),
  input: z.discriminatedUnion('layout', [Tensor, Encoded]),
  output: z.strictObject({ name: z.string().min(1), activation: z.enum(['none', 'softmax', 'sigmoid']) }),
  /** One for each class, in the model's order; null = it stands for something harmless. */
  labels: z
    .array(z.strictObject({ label: z.string().trim().min(1).max(100), category: Category.nullable() }))
    .min(1)
    .max(1_000)
    .refine((labels) => new Set(labels.map(({ label }) => plain(label))).size === labels.length, 'has a label twice')
    .refine((labels) => labels.some(({ category }) => category !== null), 'no label means a category'),
});

export type OipMapping = z.infer<typeof Mapping> & {
  table: LabelTable;
  /** Changes with every change of the file. */
  digest: string;
};
export type TensorInput = z.infer<typeof Tensor>;

/** The largest request with pixels: far more than the models that are known need. */
const requestMaxBytes = 64 * 1_048_576;

/**
 * The operator's file that tells what a model takes and what its classes mean.
 * @param path absolute
 * @throws Error naming the file and what is wrong with it
 */
export function readOipMapping(path: string): OipMapping {
  const folder = openFolder(dirname(path));
  const mapping = folder.read(basename(path), Mapping);
  const table = Object.fromEntries(
    mapping.labels.map(({ label, category }) => [plain(label), category === null ? [] : [category]]),
  );
  return { ...mapping, table, digest: folder.digest() };
}

/** Of so many pictures at once. @throws ModelFolderError when a request would be larger than any server takes */
export function checkBatch({ input }: OipMapping, batch: number): void {
  if (input.layout === 'encoded') return;
  const [width, height] = input.size;
  const most = Math.floor(requestMaxBytes / (width * height * 3 * 4));
  if (batch > most) throw new ModelFolderError(`OIP_BATCH is ${batch}: pictures of ${width} × ${height} allow ${most} a request`);
}

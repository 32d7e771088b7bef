import { z } from 'zod';
import { ModelMisfitError } from '../analyser.ts';
import type { OipMapping } from './oip-mapping.ts';

const Tensor = z.object({ name: z.string(), datatype: z.string(), shape: z.array(z.coerce.number().int().min(-1)).max(8) });

/** What `GET v2/models/NAME` tells; -1 in a shape = any number. */
export const ModelMetadata = z.object({ inputs: z.array(Tensor).max(100), outputs: z.array(Tensor).max(100) });
export type ModelMetadata = z.infer<typeof ModelMetadata>;

const numbers = ['UINT8', 'FP16', 'FP32'] as const;
export type TensorType = (typeof numbers)[number];

/** How this model is asked. */
export type OipPlan = {
  datatype: TensorType | 'BYTES';
  /** Pictures of one request. */
  most: number;
  /** Of encoded pictures: whether the shape is [N] or [N, 1]. */
  column: boolean;
};

/**
 * Compares what a server says of its model with the mapping.
 * @param batch the most that the operator wants in one request
 * @throws ModelMisfitError naming the first thing that differs
 */
export function planOf(
  metadata: ModelMetadata,
  mapping: OipMapping,
  { binary, batch }: { binary: boolean; batch: number },
): OipPlan {
  const input = only(metadata.inputs, mapping.input.name, 'input');
  const [first = -1, ...rest] = input.shape;
  if (first !== -1 && first !== 1) misfit(`its input takes ${first} pictures a request, neither one nor any number`);
  const most = first === 1 ? 1 : batch;
  checkOutput(metadata, mapping);
  if (mapping.input.layout === 'encoded') {
    if (input.datatype !== 'BYTES') misfit(`its input is ${input.datatype}; encoded pictures are BYTES`);
    if (input.shape.length > 2 || !allow(rest, input.shape.length === 2 ? [1] : []))
      misfit(`its input has the shape ${said(input.shape)}`);
    return { datatype: 'BYTES', most, column: input.shape.length === 2 };
  }
  const { layout, size, scale, mean, std } = mapping.input;
  const [width, height] = size;
  const wanted = layout === 'NCHW' ? [3, height, width] : [height, width, 3];
  if (!allow(rest, wanted)) misfit(`its input has the shape ${said(input.shape)}; the mapping gives ${said([-1, ...wanted])}`);
  const datatype = numbers.find((name) => name === input.datatype);
  if (datatype === undefined) misfit(`its input is ${input.datatype}; pictures go as ${numbers.join(', ')} or BYTES`);
  if (datatype === 'FP16' && !binary) misfit('its input is FP16, which needs OIP_BINARY=1');
  const asTheyAre = scale === 1 && mean.every((value) => value === 0) && std.every((value) => value === 1);
  if (datatype === 'UINT8' && !asTheyAre) misfit('its input is UINT8, so scale is 1, mean 0 and std 1');
  return { datatype, most, column: false };
}

function checkOutput({ outputs }: ModelMetadata, { output: { name }, labels }: OipMapping): void {
  const { datatype, shape } = only(outputs, name, 'output');
  if (datatype !== 'FP32' && datatype !== 'FP16') misfit(`its output is ${datatype}; scores are FP32 or FP16`);
  const [, classes] = shape;
  if (shape.length !== 2) misfit(`its output has the shape ${said(shape)}; scores have [-1, ${labels.length}]`);
  if (classes !== -1 && classes !== labels.length)
    misfit(`it has ${classes} classes, and the mapping has ${labels.length} labels`);
}

/** An input beside the picture would have to be filled with something. */
function only(tensors: ModelMetadata['inputs'], name: string, what: 'input' | 'output'): ModelMetadata['inputs'][number] {
  const found = tensors.find((one) => one.name === name);
  const names = tensors.map((one) => JSON.stringify(one.name)).join(', ') || 'none';
  if (found === undefined) misfit(`it has no ${what} ${JSON.stringify(name)}: ${names}`);
  if (what === 'input' && tensors.length > 1) misfit(`it takes several inputs: ${names}`);
  return found;
}

const said = (shape: readonly number[]): string => `[${shape.join(', ')}]`;
const allow = (shape: readonly number[], wanted: readonly number[]): boolean =>
  shape.length === wanted.length && shape.every((side, at) => side === -1 || side === wanted[at]);

function misfit(what: string): never {
  throw new ModelMisfitError(`The model does not fit OIP_MAPPING: ${what}`);
}

import { asList, asNumber, asText, dig } from './read-json.ts';

/** One operation of a TensorFlow graph as TensorFlow.js stores it. */
export type Operation = {
  name: string;
  operator: string;
  inputs: readonly string[];
  strides: readonly [number, number];
  kernelSize: readonly [number, number];
  /** TensorFlow pads so that output = input ÷ stride rounded up ("SAME"), or not at all ("VALID"). */
  padding: 'SAME' | 'VALID';
  /** What is fused behind a convolution or product, in order: BiasAdd, Relu, Relu6. */
  fused: readonly string[];
  /** Side of the square input; of the placeholder only. */
  inputSize: number;
};

/** Reads `modelTopology` of a graph model into operations by name. Attribute texts are base64 there. */
export function readGraph(topology: unknown): Map<string, Operation> {
  const nodes = asList(dig(topology, 'node'), 'modelTopology.node');
  return new Map(nodes.map((node) => readOperation(node)).map((operation) => [operation.name, operation]));
}

function readOperation(node: unknown): Operation {
  const name = asText(dig(node, 'name'), 'name of an operation');
  const attributes = dig(node, 'attr');
  const dimensions = dig(attributes, 'shape', 'shape', 'dim');
  return {
    name,
    operator: asText(dig(node, 'op'), name),
    inputs: asList(dig(node, 'input') ?? [], name).map((input) => asText(input, name)),
    strides: middlePair(dig(attributes, 'strides', 'list', 'i'), name),
    kernelSize: middlePair(dig(attributes, 'ksize', 'list', 'i'), name),
    padding: decodeText(dig(attributes, 'padding', 's') ?? btoa('VALID')) === 'SAME' ? 'SAME' : 'VALID',
    fused: asList(dig(attributes, 'fused_ops', 'list', 's') ?? [], name).map(decodeText),
    inputSize: dimensions === undefined ? 0 : asNumber(dig(asList(dimensions, name)[1], 'size'), name),
  };
}

/** Strides and kernel sizes are listed as [batch, height, width, channels]. */
function middlePair(list: unknown, name: string): readonly [number, number] {
  if (list === undefined) return [1, 1];
  const [, height, width] = asList(list, name).map((item) => asNumber(item, name));
  return [height ?? 1, width ?? 1];
}

function decodeText(value: unknown): string {
  return atob(asText(value, 'attribute'));
}

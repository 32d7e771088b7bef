import { type Attribute, type Constant, encodeModel, type Node, type Port } from './onnx-model.ts';

/** A value that flows through the graph. Shapes leave the batch out: [channels, height, width] or [features]. */
export type Value = { name: string; shape: readonly number[] };

export type Convolution = {
  /** Output channels, input channels of one group, then height and width of the kernel (OIHW). */
  kernelShape: readonly [number, number, number, number];
  kernel: Float32Array;
  bias: Float32Array | null;
  stride: readonly [number, number];
  /** Top, left, bottom, right. */
  padding: readonly [number, number, number, number];
  groups: number;
};

export type GraphBuilder = ReturnType<typeof createGraphBuilder>;

/** Collects nodes and constants of a graph for batches of one picture, then encodes it. */
export function createGraphBuilder() {
  const nodes: Node[] = [];
  const constants: Constant[] = [];

  function constant(data: Float32Array, shape: readonly number[]): string {
    const name = `constant${constants.length}`;
    constants.push({ name, type: 'float32', shape, data });
    return name;
  }

  function node(
    operator: string,
    inputs: readonly string[],
    shape: readonly number[],
    attributes: Record<string, Attribute> = {},
  ) {
    const name = `value${nodes.length}`;
    nodes.push({ operator, inputs, output: name, attributes });
    return { name, shape };
  }

  /** Bytes with the colours last become floats with the colours first, which is how ONNX convolves. */
  function input(size: number): Value {
    const floats = node('Cast', ['input'], [size, size, 3], { to: { int: 1 } });
    return node('Transpose', [floats.name], [3, size, size], { perm: { ints: [0, 3, 1, 2] } });
  }

  function convolution(from: Value, spec: Convolution): Value {
    const [outputs, , kernelHeight, kernelWidth] = spec.kernelShape;
    const { height, width } = windowed(from, [kernelHeight, kernelWidth], spec.stride, spec.padding);
    const inputs = [from.name, constant(spec.kernel, spec.kernelShape)];
    if (spec.bias) inputs.push(constant(spec.bias, [outputs]));
    return node('Conv', inputs, [outputs, height, width], {
      kernel_shape: { ints: [kernelHeight, kernelWidth] },
      strides: { ints: spec.stride },
      pads: { ints: spec.padding },
      group: { int: spec.groups },
    });
  }

  function averagePool(from: Value, kernel: readonly [number, number], stride: readonly [number, number]): Value {
    const { height, width } = windowed(from, kernel, stride, [0, 0, 0, 0]);
    return node('AveragePool', [from.name], [sizeAt(from, 0), height, width], {
      kernel_shape: { ints: kernel },
      strides: { ints: stride },
    });
  }

  function clip(from: Value, low: number, high: number): Value {
    const bounds = [constant(Float32Array.of(low), []), constant(Float32Array.of(high), [])];
    return node('Clip', [from.name, ...bounds], from.shape);
  }

  function arithmetic(operator: 'Add' | 'Sub' | 'Mul', left: Value, right: Value | number): Value {
    const other = typeof right === 'number' ? constant(Float32Array.of(right), []) : right.name;
    return node(operator, [left.name, other], left.shape);
  }

  function dense(from: Value, weights: Float32Array, shape: readonly [number, number], bias: Float32Array): Value {
    return node('Gemm', [from.name, constant(weights, shape), constant(bias, [shape[1]])], [shape[1]]);
  }

  /** [channels, 1, 1] → [channels]. */
  function flatten(from: Value): Value {
    return node('Flatten', [from.name], [from.shape.reduce((product, size) => product * size, 1)], { axis: { int: 1 } });
  }

  function softmax(from: Value): Value {
    return node('Softmax', [from.name], from.shape, { axis: { int: -1 } });
  }

  /** @returns the ONNX file: input `input` uint8 [1, size, size, 3], output `output` float32 [1, classes] */
  function encode(size: number, result: Value): Uint8Array {
    const output: Port = { name: 'output', type: 'float32', shape: [1, ...result.shape] };
    return encodeModel({
      nodes: [...nodes, { operator: 'Identity', inputs: [result.name], output: output.name, attributes: {} }],
      constants,
      inputs: [{ name: 'input', type: 'uint8', shape: [1, size, size, 3] }],
      outputs: [output],
    });
  }

  return { input, convolution, averagePool, clip, arithmetic, dense, flatten, softmax, encode };
}

/** One dimension of a value; a missing one means that the graph is not what the converter expects. */
export function sizeAt(value: Value, dimension: number): number {
  const size = value.shape[dimension];
  if (size === undefined) throw new Error(`The value ${value.name} has no dimension ${dimension}`);
  return size;
}

function windowed(
  from: Value,
  kernel: readonly [number, number],
  stride: readonly [number, number],
  padding: readonly [number, number, number, number],
) {
  const [top, left, bottom, right] = padding;
  return {
    height: Math.floor((sizeAt(from, 1) + top + bottom - kernel[0]) / stride[0]) + 1,
    width: Math.floor((sizeAt(from, 2) + left + right - kernel[1]) / stride[1]) + 1,
  };
}

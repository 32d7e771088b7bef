import { createGraphBuilder, type GraphBuilder, sizeAt, type Value } from '../onnx/graph-builder.ts';
import type { Operation } from './graph-definition.ts';
import type { Weight } from './read-weights.ts';

type Converted = { value: Value } | { weight: Weight };

/**
 * Rewrites a TensorFlow graph of the MobileNet family as ONNX. The graph expects floats 0…1; the result takes bytes 0…255:
 * the division by 255 is folded into the graph's own scaling of its input, so it costs nothing per picture.
 * @param operations the graph, its batch normalisation already folded by TensorFlow.js's own converter
 * @throws Error when the graph holds an operation that is not known here
 */
export function convertGraph(operations: ReadonlyMap<string, Operation>, weights: ReadonlyMap<string, Weight>): Uint8Array {
  const builder = createGraphBuilder();
  const done = new Map<string, Converted>();
  let inputSize = 0;
  let scaled = false;

  function convert(name: string): Converted {
    const known = done.get(name);
    if (known) return known;
    const operation = operations.get(name);
    if (!operation) throw new Error(`The model has no operation ${name}`);
    const converted = operation.operator === 'Const' ? { weight: weightOf(name) } : { value: rewrite(operation) };
    done.set(name, converted);
    return converted;
  }

  function weightOf(name: string): Weight {
    const weight = weights.get(name);
    if (!weight) throw new Error(`The model has no weight ${name}`);
    return weight;
  }

  function inputOf(operation: Operation, index: number): Converted {
    const name = operation.inputs[index];
    if (name === undefined) throw new Error(`The operation ${operation.name} has no input ${index}`);
    return convert(name);
  }

  function rewrite(operation: Operation): Value {
    switch (operation.operator) {
      case 'Placeholder':
        inputSize = operation.inputSize;
        return builder.input(inputSize);
      case 'Mul':
        // Only the input is ever multiplied in these graphs; a second product would be scaled wrongly.
        if (scaled) throw new Error(`The product ${operation.name} is not the scaling of the input`);
        scaled = true;
        return builder.arithmetic('Mul', valueAmong(operation), scalarAmong(operation) / 255);
      case 'Sub':
        return builder.arithmetic('Sub', asValue(inputOf(operation, 0)), scalar(asWeight(inputOf(operation, 1))));
      case 'AddV2':
        return builder.arithmetic('Add', asValue(inputOf(operation, 0)), asValue(inputOf(operation, 1)));
      case '_FusedConv2D':
      case 'FusedDepthwiseConv2dNative':
        return rewriteConvolution(builder, operation, asValue(inputOf(operation, 0)), kernelOf(operation), biasOf(operation));
      case 'AvgPool':
        return builder.averagePool(asValue(inputOf(operation, 0)), operation.kernelSize, operation.strides);
      case 'Squeeze':
        return builder.flatten(asValue(inputOf(operation, 0)));
      case '_FusedMatMul':
        return rewriteDense(builder, operation, asValue(inputOf(operation, 0)), kernelOf(operation), biasOf(operation));
      case 'Softmax':
        return builder.softmax(asValue(inputOf(operation, 0)));
      case 'Identity':
        return asValue(inputOf(operation, 0));
      default:
        throw new Error(`The operation ${operation.operator} is not known to the converter`);
    }
  }

  const kernelOf = (operation: Operation) => asWeight(inputOf(operation, 1));
  const biasOf = (operation: Operation) => (operation.fused.includes('BiasAdd') ? asWeight(inputOf(operation, 2)).data : null);
  const bothInputs = (operation: Operation) => [inputOf(operation, 0), inputOf(operation, 1)];
  const valueAmong = (operation: Operation) => asValue(bothInputs(operation).find((input) => 'value' in input));
  const scalarAmong = (operation: Operation) => scalar(asWeight(bothInputs(operation).find((input) => 'weight' in input)));

  const result = asValue(convert('Identity'));
  if (!scaled) throw new Error('The model does not scale its input');
  return builder.encode(inputSize, result);
}

function asValue(converted: Converted | undefined): Value {
  if (converted && 'value' in converted) return converted.value;
  throw new Error('The model has a constant where a value is expected');
}

function asWeight(converted: Converted | undefined): Weight {
  if (converted && 'weight' in converted) return converted.weight;
  throw new Error('The model has a value where a constant is expected');
}

function scalar(weight: Weight): number {
  const [number, ...more] = weight.data;
  if (number === undefined || more.length > 0) throw new Error('The model has a list where a single number is expected');
  return number;
}

function rewriteConvolution(builder: GraphBuilder, operation: Operation, from: Value, kernel: Weight, bias: Float32Array | null) {
  const [height, width, inputs, outputs] = fourSizes(kernel);
  const depthwise = operation.operator === 'FusedDepthwiseConv2dNative';
  if (depthwise && outputs !== 1) throw new Error(`The convolution ${operation.name} multiplies its channels`);
  const [top, bottom] = padding(operation, sizeAt(from, 1), height, operation.strides[0]);
  const [left, right] = padding(operation, sizeAt(from, 2), width, operation.strides[1]);
  const kernelShape = depthwise ? ([inputs, 1, height, width] as const) : ([outputs, inputs, height, width] as const);
  const convolved = builder.convolution(from, {
    kernelShape,
    kernel: channelsFirst(kernel.data, height * width, kernelShape[1], kernelShape[0]),
    bias,
    stride: operation.strides,
    padding: [top, left, bottom, right],
    groups: depthwise ? inputs : 1,
  });
  return activated(builder, operation, convolved);
}

function rewriteDense(builder: GraphBuilder, operation: Operation, from: Value, kernel: Weight, bias: Float32Array | null) {
  const [inputs, outputs] = kernel.shape;
  if (inputs === undefined || outputs === undefined) throw new Error(`The weights of ${operation.name} are not a matrix`);
  const product = builder.dense(from, kernel.data, [inputs, outputs], bias ?? new Float32Array(outputs));
  return activated(builder, operation, product);
}

function activated(builder: GraphBuilder, operation: Operation, value: Value): Value {
  const unknown = operation.fused.find((name) => name !== 'BiasAdd' && name !== 'Relu6');
  if (unknown !== undefined) throw new Error(`The operation ${unknown} is not known to the converter`);
  return operation.fused.includes('Relu6') ? builder.clip(value, 0, 6) : value;
}

function fourSizes(weight: Weight): [number, number, number, number] {
  const [a, b, c, d] = weight.shape;
  if (a === undefined || b === undefined || c === undefined || d === undefined)
    throw new Error('A kernel has not four dimensions');
  return [a, b, c, d];
}

/** TensorFlow's "SAME" puts the odd pixel at the end, unlike ONNX's SAME_LOWER. */
function padding(operation: Operation, size: number, kernel: number, stride: number): [number, number] {
  if (operation.padding === 'VALID') return [0, 0];
  const total = Math.max(0, (Math.ceil(size / stride) - 1) * stride + kernel - size);
  return [total >> 1, total - (total >> 1)];
}

/** [taps][inputs][outputs] → [outputs][inputs][taps]. */
function channelsFirst(data: Float32Array, taps: number, inputs: number, outputs: number): Float32Array {
  const turned = new Float32Array(data.length);
  for (let tap = 0; tap < taps; tap++) {
    for (let input = 0; input < inputs; input++) {
      const from = (tap * inputs + input) * outputs;
      for (let output = 0; output < outputs; output++) {
        turned[(output * inputs + input) * taps + tap] = data[from + output] ?? 0;
      }
    }
  }
  return turned;
}

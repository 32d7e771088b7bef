import { InceptionV3Model } from 'nsfwjs/models/inception_v3';
import { readWeights } from '../../packages/engine/src/classifier/read-weights.ts';
import { encodeModel } from '../../packages/engine/src/onnx/onnx-model.ts';

/** Side of the square picture that InceptionV3 takes. */
export const inceptionSize = 299;

/**
 * The InceptionV3 that nsfwjs carries, as ONNX: the network behind Misskey's detector. Each batch normalisation is folded into the
 * convolution before it, as ONNX Runtime does by itself, so that it has nothing to carry that theirs has not.
 * @returns an ONNX file: float32 [1, 299, 299, 3] RGB 0…1 → float32 [1, 5] probabilities
 */
export async function inceptionModel() {
  const json = (await InceptionV3Model.modelJson()).default;
  const files = await Promise.all(
    InceptionV3Model.weightBundles.map(async (load) => Buffer.from((await load()).default, 'base64')),
  );
  const weights = readWeights(json.weightsManifest, Buffer.concat(files));
  const { layers } = json.modelTopology.model_config.config;
  const nodes = [];
  const constants = [];
  const outputs = new Map();

  const constant = (data, shape) => {
    constants.push({ name: `constant${constants.length}`, type: 'float32', shape, data });
    return constants.at(-1).name;
  };
  const node = (operator, inputs, attributes = {}) => {
    nodes.push({ operator, inputs, output: `value${nodes.length}`, attributes });
    return nodes.at(-1).output;
  };
  const windowOf = ({ strides, padding }, [height, width]) => {
    // "same" occurs with a stride of one only, where it is half the kernel on each side.
    if (padding === 'same' && strides.some((stride) => stride !== 1)) throw new Error('A padding that is not known here');
    const [y, x] = padding === 'same' ? [(height - 1) / 2, (width - 1) / 2] : [0, 0];
    return { kernel_shape: { ints: [height, width] }, strides: { ints: strides }, pads: { ints: [y, x, y, x] } };
  };

  /** A convolution with the normalisation behind it. */
  function convolution(from, { name, config }, normal) {
    const kernel = weights.get(`${name}/kernel`);
    const [height, width, inputs, channels] = kernel.shape;
    const [beta, mean, variance] = ['beta', 'moving_mean', 'moving_variance'].map(
      (what) => weights.get(`${normal.name}/${what}`).data,
    );
    const factors = variance.map((value) => 1 / Math.sqrt(value + normal.config.epsilon));
    const taps = height * width;
    const turned = new Float32Array(kernel.data.length);
    for (let at = 0; at < turned.length; at += 1) {
      const [output, rest] = [at % channels, Math.floor(at / channels)];
      const [input, tap] = [rest % inputs, Math.floor(rest / inputs)];
      turned[(output * inputs + input) * taps + tap] = kernel.data[at] * factors[output];
    }
    const bias = beta.map((value, at) => value - mean[at] * factors[at]);
    const given = [from, constant(turned, [channels, inputs, height, width]), constant(bias, [channels])];
    return node('Conv', given, windowOf(config, [height, width]));
  }

  function dense(from, { name, config }) {
    const [kernel, bias] = ['kernel', 'bias'].map((what) => weights.get(`${name}/${what}`));
    const product = node('Gemm', [from, constant(kernel.data, kernel.shape), constant(bias.data, bias.shape)]);
    return config.activation === 'relu' ? node('Relu', [product]) : node('Softmax', [product], { axis: { int: -1 } });
  }

  const channelsFirst = { perm: { ints: [0, 3, 1, 2] } };
  const channelsLast = { perm: { ints: [0, 2, 3, 1] } };
  const make = {
    InputLayer: () => node('Transpose', ['input'], channelsFirst),
    // It waits for the normalisation behind it.
    Conv2D: ([from], layer) => ({ from, layer }),
    BatchNormalization: ([{ from, layer }], normal) => convolution(from, layer, normal),
    Activation: ([from]) => node('Relu', [from]),
    MaxPooling2D: ([from], { config }) => node('MaxPool', [from], windowOf(config, config.pool_size)),
    AveragePooling2D: ([from], { config }) => node('AveragePool', [from], windowOf(config, config.pool_size)),
    Concatenate: (from) => node('Concat', from, { axis: { int: 1 } }),
    Flatten: ([from]) => node('Flatten', [node('Transpose', [from], channelsLast)], { axis: { int: 1 } }),
    Dropout: ([from]) => from,
    Dense: ([from], layer) => dense(from, layer),
  };
  for (const layer of layers) {
    const inputs = (layer.inbound_nodes[0] ?? []).map(([name]) => outputs.get(name));
    outputs.set(layer.name, make[layer.class_name](inputs, layer));
  }
  nodes.push({ operator: 'Identity', inputs: [outputs.get(layers.at(-1).name)], output: 'output', attributes: {} });
  return encodeModel({
    nodes,
    constants,
    inputs: [{ name: 'input', type: 'float32', shape: [1, inceptionSize, inceptionSize, 3] }],
    outputs: [{ name: 'output', type: 'float32', shape: [1, 5] }],
  });
}

import { bytesField, type Field, floatField, intField, joinBytes, messageField, textField } from './protobuf-writer.ts';

/** Element types as onnx.proto numbers them (TensorProto.DataType). */
const elementTypes = { float32: 1, uint8: 2, int64: 7 } as const;
type ElementType = keyof typeof elementTypes;

/** Attribute types as onnx.proto numbers them (AttributeProto.AttributeType). */
const attributeTypes = { float: 1, int: 2, ints: 7 } as const;
export type Attribute = { float: number } | { int: number } | { ints: readonly number[] };

export type Node = {
  operator: string;
  inputs: readonly string[];
  output: string;
  attributes: Readonly<Record<string, Attribute>>;
};
export type Constant = { name: string; type: ElementType; shape: readonly number[]; data: Float32Array | BigInt64Array };
export type Port = { name: string; type: ElementType; shape: readonly number[] };
export type Graph = { nodes: readonly Node[]; constants: readonly Constant[]; inputs: readonly Port[]; outputs: readonly Port[] };

/** Operator set 17 with file format 8: the oldest pair that has every operator used here in its present form. */
const OPERATOR_SET = 17;
const FILE_FORMAT = 8;

/** Encodes a graph as an ONNX file. Field numbers follow onnx.proto. */
export function encodeModel(graph: Graph): Uint8Array {
  return joinBytes([
    intField(1, FILE_FORMAT),
    textField(2, 'clearframe'),
    messageField(7, [
      ...graph.nodes.map((node) => messageField(1, nodeFields(node))),
      textField(2, 'classifier'),
      ...graph.constants.map((constant) => messageField(5, constantFields(constant))),
      ...graph.inputs.map((port) => messageField(11, portFields(port))),
      ...graph.outputs.map((port) => messageField(12, portFields(port))),
    ]),
    messageField(8, [textField(1, ''), intField(2, OPERATOR_SET)]),
  ]);
}

function nodeFields(node: Node): Field[] {
  return [
    ...node.inputs.map((input) => textField(1, input)),
    textField(2, node.output),
    textField(3, `${node.output}_${node.operator}`),
    textField(4, node.operator),
    ...Object.entries(node.attributes).map(([name, value]) => messageField(5, attributeFields(name, value))),
  ];
}

function attributeFields(name: string, value: Attribute): Field[] {
  if ('float' in value) return [textField(1, name), floatField(2, value.float), intField(20, attributeTypes.float)];
  if ('int' in value) return [textField(1, name), intField(3, value.int), intField(20, attributeTypes.int)];
  return [textField(1, name), ...value.ints.map((item) => intField(8, item)), intField(20, attributeTypes.ints)];
}

/** Raw tensor data is little-endian by the format, which is also the order of every machine onnxruntime runs on. */
function constantFields(constant: Constant): Field[] {
  const { buffer, byteOffset, byteLength } = constant.data;
  return [
    ...constant.shape.map((size) => intField(1, size)),
    intField(2, elementTypes[constant.type]),
    textField(8, constant.name),
    bytesField(9, new Uint8Array(buffer, byteOffset, byteLength)),
  ];
}

function portFields(port: Port): Field[] {
  const shape = port.shape.map((size) => messageField(1, [intField(1, size)]));
  const tensor = [intField(1, elementTypes[port.type]), messageField(2, shape)];
  return [textField(1, port.name), messageField(2, [messageField(1, tensor)])];
}

/**
 * The few pieces of the protobuf wire format that an ONNX file needs. Every function returns the encoded field;
 * a message is the list of its fields. Source: protobuf.dev/programming-guides/encoding.
 */
export type Field = Uint8Array;

const VARINT = 0;
const BYTES = 2;
const FIXED32 = 5;

/** Joins byte runs into one. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Base-128, low group first; negative numbers take their 64-bit two's complement. */
function varint(value: number | bigint): Uint8Array {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

const key = (field: number, wireType: number) => varint(field * 8 + wireType);

export function intField(field: number, value: number | bigint): Field {
  return joinBytes([key(field, VARINT), varint(value)]);
}

export function floatField(field: number, value: number): Field {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return joinBytes([key(field, FIXED32), bytes]);
}

export function bytesField(field: number, value: Uint8Array): Field {
  return joinBytes([key(field, BYTES), varint(value.length), value]);
}

export function textField(field: number, value: string): Field {
  return bytesField(field, new TextEncoder().encode(value));
}

export function messageField(field: number, fields: readonly Field[]): Field {
  return bytesField(field, joinBytes(fields));
}

// The packages that import the engine compile it too, and would not find the declaration by themselves.
/// <reference path="./libheif.d.ts" />
import { limits } from '@clearframe/contract';
import loadLibheif, { type HeifError, type HeifHandle, type Libheif } from 'libheif-js/libheif-wasm/libheif-bundle.js';
import sharp from 'sharp';
import { MediaError } from '../media-error.ts';
import { toPixels } from './decode-raster.ts';
import type { Pixels } from './pixels.ts';

/** WebAssembly memory never shrinks: a codec that once decoded a large picture is thrown away rather than kept. 25 ms buys a new one. */
const KEPT_MEMORY_BYTES = 64 * 1_048_576;

let spare: Libheif | null = null;

export type HeifPicture = { width: number; height: number; pixels: Pixels };

/**
 * Decodes the primary image of a HEIC or HEIF file (HEVC; the raster codecs read its header only). libheif applies the
 * file's own rotation, mirroring and cropping, which is why its EXIF orientation must not be applied again.
 * A codec serves one picture at a time, because its pixels are a view of its memory; one that failed is never used again.
 * @throws MediaError undecodable or too_many_pixels; the size is checked before any pixel is decoded
 */
export async function decodeHeif(bytes: Uint8Array): Promise<HeifPicture> {
  const codec = spare ?? loadLibheif();
  spare = null;
  try {
    const picture = await decodePrimary(codec, bytes);
    if (codec.HEAPU8.length <= KEPT_MEMORY_BYTES) spare = codec;
    return picture;
  } catch (cause) {
    throw cause instanceof MediaError ? cause : new MediaError('undecodable', { cause });
  }
}

async function decodePrimary(codec: Libheif, bytes: Uint8Array): Promise<HeifPicture> {
  const context = codec.heif_context_alloc();
  try {
    const read = codec.heif_context_read_from_memory(context, bytes);
    if (read.code.value !== 0) throw new Error(read.message);
    const handle = succeeded(codec.heif_js_context_get_primary_image_handle(context));
    try {
      return await decodeHandle(codec, handle);
    } finally {
      codec.heif_image_handle_release(handle);
    }
  } finally {
    codec.heif_context_free(context);
  }
}

async function decodeHandle(codec: Libheif, handle: HeifHandle): Promise<HeifPicture> {
  const width = codec.heif_image_handle_get_width(handle);
  const height = codec.heif_image_handle_get_height(handle);
  if (width * height > limits.maxPixels) throw new MediaError('too_many_pixels');
  const { heif_chroma_interleaved_RGB, heif_chroma_interleaved_RGBA } = codec.heif_chroma;
  const alpha = codec.heif_image_handle_has_alpha_channel(handle) !== 0;
  const chroma = alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
  const decoded = succeeded(codec.heif_js_decode_image2(handle, codec.heif_colorspace.heif_colorspace_RGB, chroma));
  try {
    const [plane] = decoded.channels;
    if (!plane || plane.width !== width || plane.height !== height)
      throw new Error('The decoded picture has not the declared size');
    return { width, height, pixels: await toPixels(sharp(withoutRowPadding(plane, alpha ? 4 : 3), raw(width, height, alpha))) };
  } finally {
    codec.heif_image_release(decoded.image);
  }
}

const raw = (width: number, height: number, alpha: boolean) => ({
  raw: { width, height, channels: alpha ? (4 as const) : (3 as const) },
});

/** Rows may be padded to a multiple of 16 bytes. */
function withoutRowPadding(
  plane: { width: number; height: number; stride: number; data: Uint8Array },
  channels: number,
): Uint8Array {
  const rowBytes = plane.width * channels;
  if (plane.stride === rowBytes) return plane.data;
  const packed = new Uint8Array(rowBytes * plane.height);
  for (let row = 0; row < plane.height; row++) {
    packed.set(plane.data.subarray(row * plane.stride, row * plane.stride + rowBytes), row * rowBytes);
  }
  return packed;
}

function succeeded<T extends object>(answer: T | HeifError): T {
  if ('code' in answer) throw new Error(answer.message);
  return answer;
}

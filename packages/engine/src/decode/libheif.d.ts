/** The part of libheif's JavaScript build that is used here; its own types do not cover the bundled file. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.js' {
  export type HeifContext = { readonly context: unique symbol };
  export type HeifHandle = { readonly handle: unique symbol };
  export type HeifImage = { readonly image: unique symbol };
  /** Every call that can fail answers this; `code` is 0 for success. */
  export type HeifError = { code: { value: number }; message: string };
  /** `data` is a view of the codec's memory: it is valid until the image is released or the codec is called again. */
  export type HeifDecoded = { image: HeifImage; channels: { width: number; height: number; stride: number; data: Uint8Array }[] };

  export type Libheif = {
    HEAPU8: Uint8Array;
    heif_colorspace: { heif_colorspace_RGB: unknown };
    heif_chroma: { heif_chroma_interleaved_RGB: unknown; heif_chroma_interleaved_RGBA: unknown };
    heif_context_alloc(): HeifContext;
    heif_context_free(context: HeifContext): void;
    heif_context_read_from_memory(context: HeifContext, bytes: Uint8Array): HeifError;
    heif_js_context_get_primary_image_handle(context: HeifContext): HeifHandle | HeifError;
    heif_image_handle_get_width(handle: HeifHandle): number;
    heif_image_handle_get_height(handle: HeifHandle): number;
    heif_image_handle_has_alpha_channel(handle: HeifHandle): number;
    heif_image_handle_release(handle: HeifHandle): void;
    heif_js_decode_image2(handle: HeifHandle, colourSpace: unknown, chroma: unknown): HeifDecoded | HeifError;
    heif_image_release(image: HeifImage): void;
  };

  export default function loadLibheif(): Libheif;
}

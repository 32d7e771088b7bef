import type { AuthorInput } from '@clearframe/contract';

export type UploadOptions = {
  /** A file, a stream of its bytes, or the address of one. A stream is sent once: such an upload is not retried. */
  media: Blob | ReadableStream<Uint8Array> | URL | string;
  /** Default: the name of a File. */
  filename?: string;
  title?: string;
  description?: string;
  caption?: string;
  tags?: readonly string[];
  /** Who made it, by your own id. */
  author?: AuthorInput;
  /** JSON of yours, given back with every result. */
  metadata?: unknown;
  /** Repeating a request with the same key never uploads or charges twice. Default: a new one for each call. */
  idempotencyKey?: string;
  /** Longest wait for the verdict, 0…25,000 ms; later `status` is "processing". */
  waitMs?: number;
  signal?: AbortSignal;
};

/** Texts of the form, in the order in which they are sent: before the file, so that the server knows them when it arrives. */
function textsOf(options: UploadOptions): [string, string][] {
  const { title, description, caption, tags, metadata, author } = options;
  const all: [string, string | undefined][] = [
    ['title', title],
    ['description', description],
    ['caption', caption],
    ['tags', tags?.join(',')],
    ['metadata', metadata === undefined ? undefined : JSON.stringify(metadata)],
    ['author', author === undefined ? undefined : JSON.stringify(author)],
  ];
  return all.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]));
}

const quoted = (name: string) => name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));

/** Of multipart/form-data, written while the file is read: none of it is kept in memory. */
function streamed(
  options: UploadOptions,
  media: ReadableStream<Uint8Array>,
): { type: string; stream: ReadableStream<Uint8Array> } {
  const boundary = `clearframe-${crypto.randomUUID()}`;
  const part = (name: string, more = '') => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`;
  const texts = textsOf(options).map(([name, value]) => `${part(name)}\r\n${value}\r\n`);
  const file = `${part('media', `; filename="${quoted(options.filename ?? 'upload')}"`)}Content-Type: application/octet-stream\r\n\r\n`;
  const encoder = new TextEncoder();
  const reader = media.getReader();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode([...texts, file].join(''))),
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      controller.enqueue(encoder.encode(`\r\n--${boundary}--\r\n`));
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { type: `multipart/form-data; boundary=${boundary}`, stream };
}

/** The body of an upload. */
export function uploadForm(options: UploadOptions): FormData | { type: string; stream: ReadableStream<Uint8Array> } {
  const { media, filename } = options;
  if (media instanceof ReadableStream) return streamed(options, media);
  const form = new FormData();
  for (const [name, value] of textsOf(options)) form.append(name, value);
  if (media instanceof URL || typeof media === 'string') form.append('media', String(media));
  // A part with a file name is a file, one without is an address.
  else form.append('media', media, filename ?? ('name' in media && typeof media.name === 'string' ? media.name : 'upload'));
  return form;
}

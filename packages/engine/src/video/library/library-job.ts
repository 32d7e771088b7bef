/** What run-library.ts is told, as JSON. Names are FFmpeg's. */
export type LibraryJob = {
  /** Absolute. */
  path: string;
  demuxer: string;
  /** With commas between. */
  decoders: string;
  /** A chain of filters for the decoded pictures; null to list the packets. */
  filters: string | null;
  /** Which pictures the decoder leaves out; none where it is missing. */
  skip?: 'nokey' | 'noref' | undefined;
};

import { createRequire } from 'node:module';

/**
 * What of node-av's native part (6.1.1, FFmpeg 8.1) is used here. Its own layer above this is left out: it took a read error for
 * the end of a file. Calls whose name ends in `Sync` return 0 or a negative code of FFmpeg; times are in units of a time base.
 */
export type AvAddon = {
  FormatContext: new () => AvFormat;
  CodecContext: new () => AvDecoder;
  Codec: { findDecoder(id: number): object | null };
  InputFormat: { findInputFormat(name: string): object | null };
  Dictionary: new () => AvDictionary;
  Packet: new () => AvPacket;
  Frame: new () => AvFrame;
  FilterGraph: new () => AvGraph;
  FFmpegError: { getAverror(name: string): number; strerror(code: number): string };
  getFFmpegInfo(): { version: string };
  avGetCodecName(id: number): string | null;
  avGetPixFmtName(format: number): string | null;
};

type AvRational = { num: number; den: number };
export type AvDictionary = { alloc(): void; set(key: string, value: string, flags: number): number };

export type AvFormat = {
  allocContext(): void;
  openInputSync(url: string, format: object, options: AvDictionary): number;
  findStreamInfoSync(options: AvDictionary[] | null): number;
  readFrameSync(packet: AvPacket): number;
  closeInputSync(): void;
  readonly streams: AvStream[];
  /** In microseconds; a huge negative number when the header claims none. */
  readonly duration: bigint;
  /** In microseconds. */
  readonly startTime: bigint;
};

export type AvStream = {
  readonly index: number;
  readonly timeBase: AvRational;
  readonly disposition: number;
  readonly avgFrameRate: AvRational;
  discard: number;
  readonly codecpar: {
    readonly codecType: number;
    readonly codecId: number;
    readonly width: number;
    readonly height: number;
    getCodedSideData(type: number): Buffer | null;
  };
};

export type AvPacket = {
  alloc(): void;
  unref(): void;
  readonly streamIndex: number;
  readonly pts: bigint;
  readonly dts: bigint;
  readonly duration: bigint;
  readonly flags: number;
};

export type AvFrame = {
  alloc(): void;
  unref(): void;
  toBuffer(): Buffer;
  pts: bigint;
  duration: bigint;
  readonly bestEffortTimestamp: bigint;
  readonly format: number;
  readonly width: number;
  readonly height: number;
  readonly flags: number;
  readonly decodeErrorFlags: number;
};

export type AvDecoder = {
  allocContext3(codec: object): void;
  parametersToContext(parameters: object): number;
  open2Sync(codec: object, options: AvDictionary): number;
  sendPacketSync(packet: AvPacket | null): number;
  receiveFrameSync(frame: AvFrame): number;
  pktTimebase: AvRational;
};

type AvGraph = {
  alloc(): void;
  parse2(filters: string): unknown;
  configSync(): number;
  getFilter(name: string): AvFilter | null;
  nbThreads: number;
};

export type AvFilter = {
  buffersrcAddFrameSync(frame: AvFrame | null, flags: number): number;
  buffersinkGetFrameSync(frame: AvFrame): number;
};

/** @param path of `node-av.node`, absolute */
export function loadAddon(path: string): AvAddon {
  const addon: AvAddon = createRequire(import.meta.url)(path);
  return addon;
}

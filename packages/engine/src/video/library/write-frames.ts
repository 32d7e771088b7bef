import type { AvAddon, AvDecoder, AvFilter, AvFormat, AvFrame, AvStream } from './av-addon.ts';
import type { LibraryJob } from './library-job.ts';
import { chooseTracks, NO_TIME } from './list-packets.ts';
import { check, dictionary, isThere, readPacket } from './open-input.ts';

/** AV_FRAME_FLAG_CORRUPT */
const CORRUPT = 1;

type Graph = { source: AvFilter; sink: AvFilter };

/**
 * Decodes the pictures of a file, sends them through filters and writes what comes out, as the filters leave it.
 * @throws at the first damage
 */
export function writeFrames(
  av: AvAddon,
  input: AvFormat,
  { filters, decoders, skip }: Pick<LibraryJob, 'decoders' | 'skip'> & { filters: string },
  write: (bytes: Buffer) => void,
): void {
  const [track] = chooseTracks(input, 'pictures');
  if (!track) throw new Error('There is no track of pictures');
  const { index, timeBase, avgFrameRate } = track;
  const usual = usualDuration(track);
  const decoder = openDecoder(av, track, { decoders, skip });
  const [packet, decoded, filtered] = [new av.Packet(), new av.Frame(), new av.Frame()];
  for (const held of [packet, decoded, filtered]) held.alloc();
  let graph: Graph | null = null;

  function takeFiltered(sink: AvFilter): void {
    while (isThere(av, sink.buffersinkGetFrameSync(filtered), 'A filter failed')) {
      write(filtered.toBuffer());
      filtered.unref();
    }
  }

  function takeDecoded(): void {
    while (isThere(av, decoder.receiveFrameSync(decoded), 'A picture cannot be decoded')) {
      if (decoded.decodeErrorFlags !== 0 || decoded.flags & CORRUPT) throw new Error('A picture is damaged');
      decoded.pts = decoded.bestEffortTimestamp;
      if (decoded.duration === 0n) decoded.duration = usual;
      graph ??= createGraph(av, { timeBase, avgFrameRate }, decoded, filters);
      if (decoded.pts !== NO_TIME) check(av, graph.source.buffersrcAddFrameSync(decoded, 0), 'A filter failed');
      decoded.unref();
      takeFiltered(graph.sink);
    }
  }

  while (readPacket(av, input, packet)) {
    if (packet.streamIndex !== index) continue;
    check(av, decoder.sendPacketSync(packet), 'A picture cannot be decoded');
    takeDecoded();
  }
  check(av, decoder.sendPacketSync(null), 'A picture cannot be decoded');
  takeDecoded();
  endOf(graph);

  function endOf(made: Graph | null): void {
    if (!made) throw new Error('There is no picture');
    check(av, made.source.buffersrcAddFrameSync(null, 0), 'A filter failed');
    takeFiltered(made.sink);
  }
}

function openDecoder(av: AvAddon, track: AvStream, { decoders, skip }: Pick<LibraryJob, 'decoders' | 'skip'>): AvDecoder {
  const codec = av.Codec.findDecoder(track.codecpar.codecId);
  if (!codec) throw new Error('There is no decoder');
  const decoder = new av.CodecContext();
  decoder.allocContext3(codec);
  check(av, decoder.parametersToContext(track.codecpar), 'The track says nothing of its pictures');
  decoder.pktTimebase = track.timeBase;
  const options = dictionary(av, { codec_whitelist: decoders, threads: '1', ...(skip && { skip_frame: skip }) });
  check(av, decoder.open2Sync(codec, options), 'The decoder cannot be opened');
  return decoder;
}

/** A change of size in the middle leaves the graph: the count of seconds must not begin again. */
function createGraph(
  av: AvAddon,
  { timeBase, avgFrameRate: rate }: Pick<AvStream, 'timeBase' | 'avgFrameRate'>,
  { width, height, format }: AvFrame,
  filters: string,
): Graph {
  const graph = new av.FilterGraph();
  graph.alloc();
  graph.nbThreads = 1;
  const pixels = av.avGetPixFmtName(format);
  const times = `time_base=${timeBase.num}/${timeBase.den}${rate.num > 0 ? `:frame_rate=${rate.num}/${rate.den}` : ''}`;
  const from = `buffer@in=video_size=${width}x${height}:pix_fmt=${pixels}:${times}`;
  const made = graph.parse2(`${from},${filters},buffersink@out`);
  if (typeof made === 'number') check(av, made, 'The filters cannot be made');
  check(av, graph.configSync(), 'The filters cannot be made');
  const [source, sink] = [graph.getFilter('buffer@in'), graph.getFilter('buffersink@out')];
  if (!source || !sink) throw new Error('The filters cannot be made');
  return { source, sink };
}

/** For files that do not say how long their last picture stays; in units of the track. */
function usualDuration(track: AvStream): bigint {
  if (track.avgFrameRate.num <= 0) return 0n;
  const { num, den } = track.avgFrameRate;
  return BigInt(Math.round((den / num) * (track.timeBase.den / track.timeBase.num)));
}

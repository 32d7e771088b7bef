/** The program that says what a video is, shut in by `confinement/`: it reads the one file that it was given, through a descriptor. */
import { MediaError, probeVideo, type VideoTools } from '@clearframe/engine/video';

const GIVEN_FILE = '/dev/fd/3';

const tools: VideoTools = JSON.parse(process.argv[2] ?? '');
try {
  process.stdout.write(JSON.stringify({ probe: await probeVideo(tools, process.argv[3] ?? GIVEN_FILE) }));
} catch (error) {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 2_000);
  const media = error instanceof MediaError ? { media: error.reason } : {};
  process.stdout.write(JSON.stringify({ failed: { message, ...media } }));
}

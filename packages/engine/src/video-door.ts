/** The door for the small program that says what a video is: it reads containers and starts ffmpeg, and loads no codec and no model. */
export { isMediaErrorReason, MediaError } from './media-error.ts';
export { probeVideo } from './video/probe-video.ts';
export type { VideoTools } from './video/video-types.ts';

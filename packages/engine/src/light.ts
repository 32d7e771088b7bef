/** The door for processes that hold secrets or connections: nothing behind it decodes a picture or loads a codec or a model. */
export {
  type Analyser,
  AnalyserError,
  type AnalyserInput,
  type Film,
  ModelMisfitError,
  type Opinion,
  type Send,
  type Shown,
} from './analysers/analyser.ts';
export { systemClock } from './analysers/clock.ts';
export { analyserNames, createAnalysersWith, localAnalyser } from './analysers/create-analysers.ts';
export { createPanel, type Panel, type PanelMode } from './analysers/create-panel.ts';
export { type FitTo, fitPixels } from './analysers/fit-pixels.ts';
export { toInput } from './analysers/to-input.ts';
export { classifierKey } from './classifier/classifier-key.ts';
export { boxHead } from './credentials/find-manifest.ts';
export { isC2paBox } from './credentials/manifest-marks.ts';
export type { Pixels } from './decode/pixels.ts';
export { quoted } from './describe/describe.ts';
export type { Assess, Engine, Examined, Look } from './engine.ts';
export { isMediaErrorReason, MediaError, type MediaErrorReason } from './media-error.ts';
export type { Rendition } from './renditions.ts';
export type { Stage } from './stage.ts';
export { readFfmpegVersion, readLibraryVersion } from './video/run-video-tool.ts';
export { readVideoFrames } from './video/video-frames.ts';
export type {
  Confine,
  Confined,
  ExaminedVideo,
  ExamineFrames,
  ExamineVideo,
  ExamineVideoOptions,
  ProbeVideo,
  SeenSecond,
  ShowSeconds,
  VideoProbe,
  VideoTools,
} from './video/video-types.ts';

export type { Analyser, AnalyserInput, Send } from './analysers/analyser.ts';
export { systemClock } from './analysers/clock.ts';
export { analyserNames, createAnalysers } from './analysers/create-analysers.ts';
export { createPanel, type Panel, type PanelMode } from './analysers/create-panel.ts';
export { toInput } from './analysers/to-input.ts';
export { classifierKey, convertClassifier } from './classifier/convert-classifier.ts';
export type { Pixels } from './decode/pixels.ts';
export { ANALYSIS_VERSION, createEngine, type Engine, type EngineModels, type Examined } from './engine.ts';
export { MediaError, type MediaErrorReason } from './media-error.ts';
export { stripMetadata } from './metadata/strip-metadata.ts';
export { stripVideo } from './metadata/strip-video.ts';
export type { Rendition } from './renditions.ts';
export { type TextModelSource, textModelsIn } from './text/text-models.ts';
export { tryTextModels } from './text/try-text-models.ts';
export { probeVideo } from './video/probe-video.ts';
export { readLibraryVersion } from './video/run-video-tool.ts';
export type {
  ExaminedVideo,
  ExamineVideo,
  ExamineVideoOptions,
  ProbeVideo,
  VideoProbe,
  VideoTools,
} from './video/video-types.ts';

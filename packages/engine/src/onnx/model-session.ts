import { InferenceSession } from 'onnxruntime-node';

/**
 * A session of one thread: several processes of one thread each do more pictures than one of several.
 * @param model bytes of an ONNX file, or its path: weights that lie beside it are then found
 * @param options `keepMemory: false` for models whose input changes its size: the runtime would keep the memory of the largest
 * @throws Error when the model cannot be loaded
 */
export function modelSession(model: Uint8Array | string, { keepMemory = true } = {}): Promise<InferenceSession> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    enableCpuMemArena: keepMemory,
    enableMemPattern: keepMemory,
    logSeverityLevel: 3,
  };
  return typeof model === 'string' ? InferenceSession.create(model, options) : InferenceSession.create(model, options);
}

/** Version of the package that the weights come from; a test compares it with the one installed. */
export const WEIGHTS_VERSION = '4.4.0';

/** Rises whenever the converter writes other bytes for the same weights; a test pins their digest. */
const CONVERTER_VERSION = 1;

/** Name of the classifier in `analysis_version`. */
export const CLASSIFIER_NAME = `nsfwjs-${WEIGHTS_VERSION}-mid`;

/** Key under which a caller keeps the converted model: another package version or converter never reads an old file. */
export const classifierKey = `${CLASSIFIER_NAME}-onnx${CONVERTER_VERSION}`;

type CuratedModel = {
  id: string;
  licence: string;
  labels: string[];
  files: string[];
  /** When somebody read licence and files on the hub; null = nobody did yet. */
  checked_at: string | null;
};

/** Classifiers of pictures that others use with Clearframe's labels. The hub's own page counts, and `add` shows its licence. */
export const curatedModels: readonly CuratedModel[] = [
  {
    id: 'AdamCodd/vit-base-nsfw-detector',
    licence: 'apache-2.0',
    labels: ['sfw', 'nsfw'],
    files: ['onnx/model.onnx', 'config.json', 'preprocessor_config.json'],
    checked_at: null,
  },
  {
    id: 'Falconsai/nsfw_image_detection',
    licence: 'apache-2.0',
    labels: ['normal', 'nsfw'],
    files: ['model.onnx', 'config.json', 'preprocessor_config.json'],
    checked_at: null,
  },
];

/**
 * The analysers beside the built-in one: which environment variables are an adapter's settings, and which of these it cannot do
 * without. Server and command line read the same. One entry for each adapter of the engine.
 */
export const analyserSettings = {
  'openai-moderation': {
    needed: ['key'],
    settings: {
      key: 'OPENAI_API_KEY',
      url: 'OPENAI_MODERATION_URL',
      model: 'OPENAI_MODERATION_MODEL',
      costMicros: 'OPENAI_MODERATION_COST',
    },
  },
  'vision-llm': {
    needed: ['url', 'model'],
    settings: {
      url: 'VISION_LLM_URL',
      model: 'VISION_LLM_MODEL',
      key: 'VISION_LLM_KEY',
      tryMs: 'VISION_LLM_TRY_MS',
      costMicros: 'VISION_LLM_COST',
    },
  },
  rekognition: {
    needed: ['region', 'accessKeyId', 'secretAccessKey'],
    settings: {
      region: 'REKOGNITION_REGION',
      accessKeyId: 'REKOGNITION_ACCESS_KEY_ID',
      url: 'REKOGNITION_URL',
      secretAccessKey: 'REKOGNITION_SECRET_ACCESS_KEY',
      sessionToken: 'REKOGNITION_SESSION_TOKEN',
      costMicros: 'REKOGNITION_COST',
    },
  },
  'google-vision': {
    needed: ['key'],
    settings: { key: 'GOOGLE_VISION_KEY', url: 'GOOGLE_VISION_URL', costMicros: 'GOOGLE_VISION_COST' },
  },
  'azure-content-safety': {
    needed: ['key', 'url'],
    settings: { key: 'AZURE_CONTENT_SAFETY_KEY', url: 'AZURE_CONTENT_SAFETY_URL', costMicros: 'AZURE_CONTENT_SAFETY_COST' },
  },
  sightengine: {
    needed: ['apiUser', 'apiSecret'],
    settings: {
      apiUser: 'SIGHTENGINE_API_USER',
      apiSecret: 'SIGHTENGINE_API_SECRET',
      models: 'SIGHTENGINE_MODELS',
      url: 'SIGHTENGINE_URL',
      costMicros: 'SIGHTENGINE_COST',
    },
  },
  oip: {
    needed: ['url', 'model', 'mapping'],
    settings: {
      url: 'OIP_URL',
      model: 'OIP_MODEL',
      mapping: 'OIP_MAPPING',
      modelVersion: 'OIP_MODEL_VERSION',
      token: 'OIP_TOKEN',
      batch: 'OIP_BATCH',
      binary: 'OIP_BINARY',
      tryMs: 'OIP_TRY_MS',
      video: 'OIP_VIDEO',
      costMicros: 'OIP_COST',
    },
  },
  transformers: { needed: ['folders'], settings: { folders: 'TRANSFORMERS_FOLDERS' } },
} as const satisfies Record<string, { needed: readonly string[]; settings: Readonly<Record<string, string>> }>;

import type { analyserSettings } from './analyser-settings.ts';
import type { Category } from './categories.ts';

type Covered = { pictures: readonly Category[]; words: readonly Category[] };

/**
 * The categories to which each analyser gives a score: of what a picture shows, and of its words alone. null = its model decides.
 * Tests of the engine compare it with the adapters and with docs/analysers.md.
 */
export const analyserCoverage = {
  'built-in': { pictures: ['sexual_explicit', 'sexual_suggestive', 'synthetic'], words: [] },
  transformers: null,
  'vision-llm': {
    pictures: [
      'sexual_explicit',
      'nudity',
      'sexual_suggestive',
      'violence',
      'gore',
      'weapons',
      'self_harm',
      'hate',
      'harassment',
      'rude_gesture',
      'drugs',
      'alcohol',
      'tobacco',
      'gambling',
      'disturbing',
      'illicit',
    ],
    words: [],
  },
  oip: null,
  'openai-moderation': {
    pictures: ['sexual_explicit', 'violence', 'gore', 'self_harm'],
    words: ['hate', 'harassment', 'illicit', 'minor_safety'],
  },
  rekognition: {
    pictures: [
      'sexual_explicit',
      'nudity',
      'sexual_suggestive',
      'violence',
      'gore',
      'weapons',
      'self_harm',
      'hate',
      'rude_gesture',
      'drugs',
      'alcohol',
      'tobacco',
      'gambling',
      'disturbing',
    ],
    words: [],
  },
  'google-vision': { pictures: ['sexual_explicit', 'sexual_suggestive', 'violence', 'disturbing', 'synthetic'], words: [] },
  'azure-content-safety': { pictures: ['sexual_explicit', 'sexual_suggestive', 'violence', 'self_harm', 'hate'], words: [] },
  sightengine: {
    pictures: [
      'sexual_explicit',
      'nudity',
      'sexual_suggestive',
      'violence',
      'gore',
      'weapons',
      'self_harm',
      'hate',
      'rude_gesture',
      'drugs',
      'alcohol',
      'tobacco',
      'gambling',
      'disturbing',
    ],
    words: ['harassment'],
  },
} as const satisfies Record<'built-in' | keyof typeof analyserSettings, Covered | null>;

import { z } from 'zod';
import type { CreateAnalyser } from '../analyser.ts';
import { AnalyserError, type AnalyserFault } from '../analyser.ts';
import { readSettings } from '../read-settings.ts';
import { sendJson } from '../send-json.ts';
import { AZURE_MAPPING, azureCategories, mapAzure } from './azure-mapping.ts';

const name = 'azure-content-safety';

const Settings = z.object({
  key: z.string().min(1),
  /** Of the resource, without a path: https://NAME.cognitiveservices.azure.com */
  url: z.url({ protocol: /^https?$/ }),
  /** A picture, in millionths of a US dollar; prices differ by region and agreement, so none is assumed. */
  costMicros: z.coerce.number().int().min(0).optional(),
});

const apiVersion = '2024-09-01';

/** Azure refuses shorter sides, in pixels. */
const leastSide = 50;

const Answer = z.object({
  categoriesAnalysis: z.array(z.object({ category: z.string(), severity: z.number().int().min(0).max(7) })),
});

/** The address is the operator's resource: one that does not exist is a wrong setting, not a wrong picture. */
const faultOf = (status: number): AnalyserFault | undefined => (status === 404 ? 'credentials' : undefined);

/** Azure AI Content Safety, one picture a call. Settings: `key`, `url`, `costMicros`. */
export const createAzureContentSafety: CreateAnalyser = (given, { send, clock }) => {
  const { key, url, costMicros = null } = readSettings(name, Settings, given);
  return {
    name,
    version: `${apiVersion}+mapping-${AZURE_MAPPING}`,
    place: 'remote',
    async analyse(input, signal) {
      const image = { content: Buffer.from(await input.jpeg(leastSide)).toString('base64') };
      const { answer, raw } = await sendJson({
        send,
        clock,
        signal,
        faultOf,
        schema: Answer,
        url: new URL(`/contentsafety/image:analyze?api-version=${apiVersion}`, url).href,
        headers: { 'ocp-apim-subscription-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ image, categories: azureCategories, outputType: 'FourSeverityLevels' }),
      });
      const answered = new Set(answer.categoriesAnalysis.map(({ category }) => category));
      const missing = azureCategories.find((category) => !answered.has(category));
      if (missing !== undefined) throw new AnalyserError('garbage', `gave no severity for ${missing}`);
      return { ...mapAzure(answer.categoriesAnalysis), raw, costMicros };
    },
    close: async () => undefined,
  };
};

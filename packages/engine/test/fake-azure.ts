import { z } from 'zod';
import type { Asked, Reply } from './fake-provider.ts';

export const azureKey = 'a-secret-of-the-test';
export const azureFailure = (status: number, code: string): Reply => ({
  status,
  json: { error: { code, message: 'As documented' } },
});
export const azureAnswer = {
  categoriesAnalysis: [
    { category: 'Hate', severity: 0 },
    { category: 'SelfHarm', severity: 2 },
    { category: 'Sexual', severity: 4 },
    { category: 'Violence', severity: 6 },
  ],
};

export const AzureBody = z.strictObject({
  image: z.strictObject({ content: z.base64().min(1) }),
  categories: z.tuple([z.literal('Hate'), z.literal('SelfHarm'), z.literal('Sexual'), z.literal('Violence')]),
  outputType: z.literal('FourSeverityLevels'),
});

export function azure({ method, path, headers, body }: Asked): Reply {
  if (headers['ocp-apim-subscription-key'] !== azureKey) return azureFailure(401, '401');
  if (method !== 'POST' || path !== '/contentsafety/image:analyze?api-version=2024-09-01') return azureFailure(404, '404');
  return AzureBody.safeParse(JSON.parse(body)).success ? { json: azureAnswer } : azureFailure(400, 'InvalidRequestBody');
}

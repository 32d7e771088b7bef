import { sightengineModels } from '../src/analysers/sightengine/sightengine-mapping.ts';
import type { Asked, Reply } from './fake-provider.ts';
import { harmlessAnswer, withField } from './sightengine-answer.ts';

export const sightengineKeys = { apiUser: '1234567890', apiSecret: 'a-secret-of-the-test' };
export const sightengineFailure = (type: string, status = 400): Reply => ({
  status,
  json: {
    status: 'failure',
    request: { id: 'req_1', timestamp: 1, operations: 0 },
    error: { type, code: 1, message: 'As documented' },
  },
});

export const sightengineFound = withField(harmlessAnswer, 'weapon.classes.knife', 0.88);

const field = (body: string, name: string) => new RegExp(`name="${name}"\r\n\r\n([^\r]*)\r\n`).exec(body)?.[1];

/** Reads the multipart body, knows the keys, and answers for the models that were asked: one operation each. */
export function sightengine({ method, path, headers, body }: Asked): Reply {
  if (method !== 'POST' || path !== '/1.0/check.json') return sightengineFailure('request_error', 404);
  if (!headers['content-type']?.startsWith('multipart/form-data; boundary=')) return sightengineFailure('request_error');
  if (field(body, 'api_user') !== sightengineKeys.apiUser || field(body, 'api_secret') !== sightengineKeys.apiSecret)
    return sightengineFailure('credentials_error', 401);
  const models = field(body, 'models')?.split(',') ?? [];
  const sections = models.map((model) => sightengineModels[model]?.section ?? '');
  if (sections.includes('')) return sightengineFailure('argument_error');
  if (!body.includes('name="media"; filename="picture.jpg"\r\nContent-Type: image/jpeg'))
    return sightengineFailure('media_error');
  return {
    json: {
      status: 'success',
      request: { id: 'req_1', timestamp: 1_491_402_308.4, operations: models.length },
      ...Object.fromEntries(Object.entries(sightengineFound).filter(([name]) => sections.includes(name))),
      media: { id: 'med_1', uri: 'picture.jpg' },
    },
  };
}

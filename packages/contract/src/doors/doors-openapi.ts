import * as limits from '../limits.ts';

type Json = Record<string, unknown>;
type Operation = Json & { operationId: string; responses: Json };

/** What is refused before a door reads anything, in the door's own format. */
const always: Record<string, string> = {
  '400': 'A value that is missing, malformed or not acceptable',
  '401': 'No valid token',
  '403': 'Not allowed: scope or subscription is missing',
  '405': 'Another method',
  '408': 'The request took too long to arrive',
  '413': 'Too large',
  '415': 'A type or an encoding that is not accepted',
  '429': 'Too often, or no frames left',
  '431': 'The headers are too large',
  '500': 'A failure of the server',
  '503': 'No verdict: nothing was charged. Try again later',
};

const text: Json = { type: 'string' };
const byCategory = (value: Json): Json => ({ type: 'object', additionalProperties: value });
const object = (properties: Json, required = Object.keys(properties)): Json => ({ type: 'object', properties, required });
const json = (schema: Json): Json => ({ 'application/json': { schema } });

const responses = (success: Json, error: Json): Json => ({
  '200': { description: 'Success', content: json(success) },
  ...Object.fromEntries(Object.entries(always).map(([status, description]) => [status, { description, content: json(error) }])),
  default: { description: 'Another refusal', content: json(error) },
});

const openAiError = object({
  error: object({ message: text, type: text, param: { type: ['string', 'null'] }, code: text }),
});

const openAiResult = object({
  flagged: { type: 'boolean' },
  categories: byCategory({ type: 'boolean' }),
  category_scores: byCategory({ type: 'number' }),
  category_applied_input_types: byCategory({ type: 'array', items: { enum: ['image', 'text'] } }),
  clearframe: { type: 'object', description: 'Our own verdict, with `not_assessed`: categories that nobody looked at' },
});

const openAiPart = {
  oneOf: [
    object({ type: { const: 'text' }, text }),
    object({
      type: { const: 'image_url' },
      image_url: object({ url: { ...text, description: 'http(s), or data:image/…;base64,…' } }),
    }),
  ],
};

const openAiInput = {
  oneOf: [
    text,
    { type: 'array', items: text, minItems: 1, maxItems: 100 },
    { type: 'array', items: openAiPart, minItems: 1, maxItems: 20 },
  ],
};

const door = { tags: ['Doors'], description: 'Needs the scope `check`.', security: [{ token: [] }] };

const checkerAnswer = object({
  verdict: { enum: ['pass', 'review', 'fail', 'none'] },
  reason: text,
  categories: { type: 'array', items: text },
  media_id: { type: ['string', 'null'] },
});
const secret = { name: 'secret', in: 'path', required: true, schema: text };
const checkerDoor = { tags: ['Doors'], description: 'The address itself is the secret.', security: [], parameters: [secret] };

const authorHeader = {
  name: 'X-Clearframe-Author',
  in: 'header',
  required: false,
  description: 'Your own id of the author, in UTF-8. What you set for them holds for the check.',
  schema: { type: 'string', minLength: 1, maxLength: limits.authorIdMaxLength },
};
const referenceHeader = {
  name: 'X-Clearframe-Reference',
  in: 'header',
  required: false,
  description: 'Your own name for the file, on an item that is kept.',
  schema: { type: 'string', maxLength: 200 },
};

const oipTensor = object(
  { name: text, datatype: text, shape: { type: 'array', items: { type: 'integer' } }, data: { type: 'array', items: {} } },
  ['name', 'datatype', 'shape'],
);

const awsLabel = object({
  Confidence: { type: 'number' },
  Name: text,
  ParentName: text,
  TaxonomyLevel: { type: 'integer' },
});

const misskeyError = object({ success: { const: false }, error: object({ code: text, message: text }) });
const misskeyPart = {
  oneOf: [
    object({
      success: { const: true },
      predictions: { type: 'array', items: object({ className: text, probability: { type: 'number' } }) },
    }),
    misskeyError,
  ],
};

/** Doors as OpenAPI tells of them: written by hand, because their formats are those of others. Paths are below /api. */
export const doorPaths: Record<string, Record<string, Operation>> = {
  '/openai/v1/moderations': {
    post: {
      operationId: 'openAiModerations',
      ...door,
      summary: 'Moderate texts and pictures in the format of OpenAI',
      requestBody: { required: true, content: json(object({ input: openAiInput, model: text }, ['input'])) },
      responses: responses(object({ id: text, model: text, results: { type: 'array', items: openAiResult } }), openAiError),
    },
  },
  '/rekognition': {
    post: {
      operationId: 'detectModerationLabels',
      tags: ['Doors'],
      summary: 'Detect labels in a picture in the format of Amazon Rekognition',
      description: 'Signed by AWS Signature Version 4 with the AWS keys of an API token that has the scope `check`.',
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/x-amz-json-1.1': {
            schema: object(
              {
                Image: object(
                  { Bytes: text, S3Object: object({ Bucket: text, Name: text, Version: text }, ['Bucket', 'Name']) },
                  [],
                ),
                MinConfidence: { type: 'number', minimum: 0, maximum: 100, default: 50 },
              },
              ['Image'],
            ),
          },
        },
      },
      responses: responses(
        object({
          ModerationLabels: { type: 'array', items: awsLabel },
          ModerationModelVersion: text,
          ContentTypes: { type: 'array', items: object({ Name: text, Confidence: { type: 'number' } }) },
        }),
        object({ __type: text, Code: text, Message: text, message: text }),
      ),
    },
  },
  '/oip/v2/models/clearframe-mid/infer': {
    post: {
      operationId: 'inferScores',
      ...door,
      summary: 'Infer scores in the format of the Open Inference Protocol',
      requestBody: {
        required: true,
        content: {
          ...json(
            object(
              {
                id: text,
                inputs: { type: 'array', items: oipTensor },
                outputs: { type: 'array', items: object({ name: text }) },
              },
              ['inputs'],
            ),
          ),
          'application/octet-stream': { schema: {} },
        },
      },
      responses: responses(
        object({ model_name: text, model_version: text, id: text, outputs: { type: 'array', items: oipTensor } }, ['outputs']),
        object({ error: text }),
      ),
    },
  },
  '/check/{secret}': {
    post: {
      operationId: 'askChecker',
      ...checkerDoor,
      parameters: [secret, authorHeader, referenceHeader],
      summary: 'Ask a checker whether a file may pass',
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: {} }, ...json(object({ url: text })) },
      },
      responses: responses(checkerAnswer, checkerAnswer),
    },
    get: {
      operationId: 'askCheckerReady',
      ...checkerDoor,
      summary: 'Ask a checker whether it is ready',
      responses: responses(object({ status: text, data: { type: 'object' } }), checkerAnswer),
    },
  },
  '/misskey/v1/detect-images': {
    post: {
      operationId: 'misskeyDetectImages',
      ...door,
      summary: 'Detect sensitive images as Misskey asks for it',
      requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object' } } } },
      responses: responses(
        object({ success: { const: true }, result: object({ results: { type: 'array', items: misskeyPart } }) }),
        misskeyError,
      ),
    },
  },
  '/openai/v1/models': {
    get: {
      operationId: 'openAiModels',
      ...door,
      summary: 'List the one model of the door for OpenAI',
      responses: responses(object({ object: text, data: { type: 'array', items: { type: 'object' } } }), openAiError),
    },
  },
};

type Json = Record<string, unknown>;
type Operation = Json & { operationId: string; responses: Json };

const refused = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } } };
const text: Json = { type: 'string' };
const bytes = (description: string): Json => ({ description, schema: { type: 'integer', minimum: 0 } });
const told = (description: string): Json => ({ description, schema: text });

/** Of every call, in the envelope. */
const always: Record<string, string> = {
  '400': 'A header or a value that is missing or malformed',
  '404': 'It does not exist, or belongs to another account',
  '408': 'The request took too long to arrive',
  '413': 'Too large',
  '415': 'A type or an encoding that is not accepted',
  '429': 'Too often, or too many unfinished uploads',
  '431': 'The headers are too large',
  '500': 'A failure of the server',
  '503': 'The server is busy or stopping: try again later',
};
/** Of resumable uploads beside them. */
const ofUploads: Record<string, string> = {
  '401': 'No valid token',
  '403': 'Not allowed: scope, subscription or frames are missing',
  '409': 'Upload-Offset is not where the upload stands',
  '410': 'It has expired, or was rejected by its last byte',
  '412': 'Another version of tus',
  '423': 'Another request is sending this upload',
};

function responses(status: string, headers: Json, refusals: Record<string, string>): Json {
  const all = Object.entries({ ...always, ...refusals }).map(([code, description]) => [code, { description, content: refused }]);
  return { [status]: { description: 'Success', content: {}, headers }, ...Object.fromEntries(all) };
}

const header = (name: string, description: string, required: boolean, schema: Json = text): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});
const version = header('Tus-Resumable', 'The version of tus', true, { const: '1.0.0' });
const offset = header('Upload-Offset', 'Where these bytes begin', true, { type: 'integer', minimum: 0 });
const id: Json = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
const part = (required: boolean): Json => ({ required, content: { 'application/offset+octet-stream': { schema: {} } } });

const position = {
  'Upload-Offset': bytes('Bytes that are stored'),
  'Upload-Expires': told('When the unfinished upload ends'),
  'X-Clearframe-Media-Id': told('Id of the item, once the last byte is there'),
};
const tus = { tags: ['Doors'], description: 'tus 1.0. Needs the scope `upload`.', security: [{ token: [] }] };
const capabilities = (operationId: string, parameters: Json[]): Operation => ({
  operationId,
  tags: ['Doors'],
  description: 'tus 1.0. Needs no token.',
  security: [],
  summary: 'Ask which version of tus is spoken',
  ...(parameters.length > 0 ? { parameters } : {}),
  responses: responses(
    '204',
    { 'Tus-Version': told('1.0.0'), 'Tus-Extension': told('Extensions'), 'Tus-Max-Size': bytes('Largest file') },
    {},
  ),
});

/** Doors that take files in, as OpenAPI tells of them: written by hand, because others made their formats. Paths are below /api. */
export const uploadDoorPaths: Record<string, Record<string, Operation>> = {
  '/v1/tus': {
    options: capabilities('tusOptions', []),
    post: {
      operationId: 'tusCreate',
      ...tus,
      summary: 'Begin a resumable upload',
      parameters: [
        version,
        header('Upload-Length', 'Size of the file in bytes', true, { type: 'integer', minimum: 1 }),
        header('Upload-Metadata', 'Pairs of a key and a Base64 value, such as filename and title', false),
      ],
      requestBody: part(false),
      responses: responses('201', { Location: told('Address of the upload'), ...position }, ofUploads),
    },
  },
  '/v1/tus/{id}': {
    options: capabilities('tusOptionsOfUpload', [id]),
    head: {
      operationId: 'tusLook',
      ...tus,
      summary: 'Ask how far a resumable upload is',
      parameters: [id, version],
      responses: responses('200', { 'Upload-Length': bytes('Size of the file'), ...position }, ofUploads),
    },
    patch: {
      operationId: 'tusSend',
      ...tus,
      summary: 'Send the next bytes of a resumable upload',
      parameters: [id, version, offset],
      requestBody: part(true),
      responses: responses('204', position, ofUploads),
    },
    delete: {
      operationId: 'tusDelete',
      ...tus,
      summary: 'End a resumable upload',
      parameters: [id, version],
      responses: responses('204', {}, ofUploads),
    },
  },
  '/s3-events/{secret}': {
    post: {
      operationId: 'takeBucketEvents',
      tags: ['Doors'],
      description: 'The address itself is the secret. Bodies of AWS, Ceph, MinIO and SNS are accepted.',
      security: [],
      summary: 'Tell of new objects in a bucket',
      parameters: [{ name: 'secret', in: 'path', required: true, schema: text }],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { type: 'object' } }, 'text/plain': { schema: text } },
      },
      responses: responses('200', {}, {}),
    },
  },
};

import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Built, build } from '../helpers/build.ts';
import { createUploader, picture, quickExaminer, runQueuedModeration, type Uploader } from '../helpers/uploads.ts';

const run = promisify(execFile);
/** Debian's python3-boto3, or one that pip installed. */
const version = await run('python3', ['-c', 'import boto3; print(boto3.__version__)']).then(
  ({ stdout }) => stdout.trim(),
  () => null,
);

/** What a program says of a picture whose bytes come by its input, with the environment of the guide and nothing else set. */
const program = `
import boto3, json, sys
client = boto3.client("rekognition")
try:
    answer = client.detect_moderation_labels(Image={"Bytes": sys.stdin.buffer.read()})
    print(json.dumps([label["Name"] for label in answer["ModerationLabels"]]))
except client.exceptions.ClientError as error:
    print(json.dumps(error.response["Error"]["Code"]))
`;

if (version === null) it('DOOR-A4 is answered at boto3', ({ skip }) => skip('python3-boto3 is not installed'));
else
  describe('boto3 at the door that speaks Rekognition', () => {
    let built: Built;
    let owner: Uploader;
    let environment: Record<string, string>;
    beforeAll(async () => {
      built = await build();
      await built.app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = z.custom<AddressInfo>().parse(built.app.server.address());
      owner = await createUploader(built);
      await runQueuedModeration(built, quickExaminer);
      const { data } = (await owner.get('/api/access-tokens')).json<{ data: { access_tokens: { id: string }[] } }>();
      const shown = await owner.get(`/api/access-tokens/${data.access_tokens[0]?.id}/aws-keys`);
      const keys = shown.json<{ data: { aws_keys: { access_key_id: string; secret_access_key: string } } }>().data.aws_keys;
      environment = {
        PATH: process.env['PATH'] ?? '',
        HOME: built.dataDir,
        AWS_ACCESS_KEY_ID: keys.access_key_id,
        AWS_SECRET_ACCESS_KEY: keys.secret_access_key,
        AWS_ENDPOINT_URL_REKOGNITION: `http://127.0.0.1:${port}/api/rekognition`,
        AWS_DEFAULT_REGION: 'eu-central-1',
      };
    });
    afterAll(() => built.close());

    async function ask(bytes: Buffer, over: Record<string, string> = {}): Promise<unknown> {
      const asked = run('python3', ['-c', program], { env: { ...environment, ...over } });
      asked.child.stdin?.end(bytes);
      return JSON.parse((await asked).stdout);
    }

    it('DOOR-A4 is answered as Amazon answers, with what the guide says to set', async () => {
      const pears = picture('formats/pears.png');
      const damaged = Buffer.concat([pears, Buffer.from('broken')]);
      const wrong = { AWS_SECRET_ACCESS_KEY: 'wrong' };
      expect(await Promise.all([ask(pears), ask(damaged), ask(pears, wrong)])).toEqual([
        expect.any(Array),
        'InvalidImageFormatException',
        'InvalidSignatureException',
      ]);
    });
  });

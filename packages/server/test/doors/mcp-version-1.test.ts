import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { media, usagePeriod } from '../../src/db/schema.ts';
import { type Built, build } from '../helpers/build.ts';
import { createUploader, picture, quickExaminer, runQueuedModeration, type Uploader } from '../helpers/uploads.ts';

let built: Built;
let owner: Uploader;
let address: string;
const pears = picture('formats/pears.png').toString('base64');

beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000, rateLimitScale: 1_000 } });
  await built.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = z.custom<AddressInfo>().parse(built.app.server.address());
  address = `http://127.0.0.1:${port}/mcp`;
  owner = await createUploader(built);
  await runQueuedModeration(built, quickExaminer);
});
afterAll(() => built.close());

/** The SDK of version 1, which most agents have: it opens with initialize, and asks for a stream of events. */
async function withClient<T>(token: string, task: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(address), { requestInit });
  // Its own class fits its own interface only without `exactOptionalPropertyTypes`.
  await client.connect(z.custom<Parameters<Client['connect']>[0]>().parse(transport));
  try {
    return await task(client);
  } finally {
    await client.close();
  }
}
const used = async () => {
  const [period] = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, owner.accountId));
  return [period?.used, period?.reserved];
};

describe('an agent with the SDK of version 1', () => {
  it('DOOR-A9 lists its tools, has a picture checked for one frame, and is told of a bad one', async () => {
    await withClient(owner.token, async (client) => {
      expect(client.getServerVersion()).toMatchObject({ name: 'clearframe' });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['check_picture', 'list_media', 'usage']));
      const checked = await client.callTool({ name: 'check_picture', arguments: { data_base64: pears } });
      expect(checked).toMatchObject({ structuredContent: { passed: true, frames_charged: 1, media_id: null } });
      const refused = await client.callTool({ name: 'check_picture', arguments: { data_base64: 'bm8gcGljdHVyZQ==' } });
      expect(refused).toMatchObject({ isError: true, content: [{ type: 'text', text: expect.stringContaining('supported') }] });
      await expect(client.callTool({ name: 'fail_media', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
    });
    expect(await used()).toEqual([1, 0]);
    expect(await built.context.db.select().from(media)).toEqual([]);
  });

  it('DOOR-A9 SEC-06 is refused with a wrong token', async () => {
    await expect(withClient('cf_live_wrong', (client) => client.listTools())).rejects.toThrow();
  });
});

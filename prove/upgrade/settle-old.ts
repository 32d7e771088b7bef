import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { endpoints } from '@clearframe/contract';
import { createClient } from '@clearframe/sdk';
import { z } from 'zod';
import { type Person, registerPerson } from '../../e2e/person.ts';
import { type Server, startServer } from '../../e2e/server.ts';
import type { FlakyReceiver } from '../flaky-receiver.ts';
import { uploadUntilTaken } from '../upload-until-taken.ts';

/** An account of the old version with a hook. */
export type Settled = { token: string; cookie: string; ids: string[] };

type Settlers = {
  root: string;
  env: { DATA_DIR: string } & Record<string, string>;
  receiver: FlakyReceiver;
  frames: number;
  items: number;
};

/** Pays a month of a plan with a test card. */
async function subscribe({ post }: Person): Promise<void> {
  const { onsite_payment_uuid: uuid } = await post('/subscriptions/subscribe', endpoints.subscribe.data, { plan_id: 'starter' });
  const paid = { outcome: 'success', last4: '4242' };
  await post(`/payments/sandbox/${uuid}`, z.object({ status: z.literal('complete') }), paid);
}

async function addHook({ post }: Person, { url, secrets }: FlakyReceiver): Promise<void> {
  const { webhook } = await post('/webhooks', endpoints.createWebhook.data, { webhookUrl: url });
  secrets.set(webhook.webhookToken, webhook.signingSecret);
}

/** Items that were judged, the first one under legal hold. */
async function addItems(server: Server, { root, env, items }: Settlers, token: string): Promise<string[]> {
  const client = createClient({ baseUrl: server.url, token });
  const ids: string[] = [];
  for (let n = 0; n < items; n += 1) ids.push(await uploadUntilTaken(client, `settled-${n}`, { waitMs: 20_000 }));
  for (const id of ids) await client.waitForVerdict(id, { timeoutMs: 120_000 });
  const program = join(root, 'packages/cli/bin/clearframe.mjs');
  const args = [program, 'hold', ids[0] ?? '', '--reason', 'asked by a court'];
  const held = spawnSync(process.execPath, args, { env: { ...process.env, ...env }, encoding: 'utf8' });
  if (held.status !== 0) throw new Error(held.stdout + held.stderr);
  return ids;
}

/** Fills an empty database by the old version: an account with a paid plan and one with granted frames. */
export async function settleOld(settlers: Settlers): Promise<Settled[]> {
  const { root, env, receiver, frames } = settlers;
  const server = await startServer({ command: 'node', root, dataDir: env.DATA_DIR, env: { ...env, PUBLIC_URL: '' } });
  try {
    const settled: Settled[] = [];
    for (const name of ['paid', 'granted']) {
      const person = await registerPerson(server, `${name}@example.com`);
      if (name === 'paid') await subscribe(person);
      else server.grant(person.email, frames);
      await addHook(person, receiver);
      const token = await person.createToken();
      settled.push({ token, cookie: person.cookie(), ids: await addItems(server, settlers, token) });
    }
    return settled;
  } finally {
    await server.end('SIGINT');
  }
}

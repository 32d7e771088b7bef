import { endpoints } from '@clearframe/contract';
import { type Client, createClient } from '@clearframe/sdk';
import { registerPerson } from '../../e2e/person.ts';
import { startServer } from '../../e2e/server.ts';
import { createDb, type DbHandle } from '../../packages/server/src/db/client.ts';
import { freePorts } from '../../packages/server/test/engines/free-ports.ts';
import { type FlakyReceiver, startFlakyReceiver } from '../flaky-receiver.ts';
import { type Engines, openEngines } from './engines.ts';
import { type Machine, startMachine } from './machine.ts';
import { type Network, openNetwork } from './network.ts';
import { runCommand } from './run-command.ts';
import { type SlowAnalyser, startSlowAnalyser } from './slow-analyser.ts';

export type FleetOptions = {
  http?: number;
  jobs?: number;
  analysis?: number;
  /** Accounts with frames, a token and a hook each. */
  accounts?: number;
  frames: number;
  seed: number;
  /** Only where cables can be pulled. */
  needsCables?: boolean;
  /** PostgreSQL has a synchronous standby that takes over. */
  hasStandby?: boolean;
  /** Every picture is also shown to an analyser, which answers after so many ms. */
  analyserMs?: number;
  env?: Record<string, string>;
  /** Folder of the version that the machines run; this one's, unless given. */
  root?: string;
};

/** Machines of each role on real engines, and accounts to use them with. */
export type Fleet = {
  network: Network;
  engines: Engines;
  machines: Machine[];
  /** One for each account, over the balancer. */
  clients: Client[];
  /** Of each account. */
  tokens: string[];
  /** Hears the hook of each account. */
  receiver: FlakyReceiver;
  /** null = only the built-in one looks at pictures. */
  analyser: SlowAnalyser | null;
  /** Straight to PostgreSQL. */
  pool: DbHandle['pool'];
  of(role: string): Machine[];
  /** One more machine, with settings of its own beside those of all. */
  add(role: string, own?: Record<string, string>): Promise<Machine>;
  close(): Promise<void>;
};

export const analysisRole = 'pictures,videos';

type Settlers = { receiver: FlakyReceiver; accounts: number; frames: number; root?: string };

/** Makes the tables, the accounts, their tokens and hooks, on a lone machine that leaves again. @returns their tokens */
async function settleIn(env: Record<string, string>, { receiver, accounts, frames, root }: Settlers): Promise<string[]> {
  const alone = { ...env, CAPTCHA: 'off', SMTP_URL: '', PUBLIC_URL: '', TRUST_PROXY: '' };
  const server = await startServer({ command: 'node', env: alone, ...(root === undefined ? {} : { root }) });
  const tokens: string[] = [];
  for (let n = 0; n < accounts; n += 1) {
    const person = await registerPerson(server, `owner${n}@example.com`);
    server.grant(person.email, frames);
    const { webhook } = await person.post('/webhooks', endpoints.createWebhook.data, { webhookUrl: receiver.url });
    receiver.secrets.set(webhook.webhookToken, webhook.signingSecret);
    tokens.push(await person.createToken());
  }
  await server.stop();
  // What it said of itself is not what the others have.
  const { code, output } = await runCommand(env, ['settings', 'apply']);
  if (code !== 0) throw new Error(output);
  return tokens;
}

/** Starts all of it. @returns why it cannot, where engines cannot be had */
export async function openFleet(options: FleetOptions): Promise<Fleet | { notRun: string }> {
  const { http = 2, jobs = 1, analysis = 3, accounts = 1, needsCables = false, hasStandby = false, frames, seed, root } = options;
  const undo: (() => unknown)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const network = openNetwork();
    undo.push(network.close);
    if (needsCables && !network.hasCables) {
      await close();
      return { notRun: 'a machine is cut off in a network namespace, which cannot be made here' };
    }
    const receiver = await startFlakyReceiver({ seed, refusedShare: 0, refusalsMax: 0, host: network.address });
    undo.push(receiver.close);
    const ports = await freePorts(http);
    const places = ports.map((port, n) => ({ name: `http${n + 1}`, port, place: network.place(`http${n + 1}`) }));
    const upstreams = places.map(({ name, port, place }) => ({ name, port, address: place.address }));
    const engines = await openEngines(network, upstreams, { hasStandby });
    if ('notRun' in engines) {
      await close();
      return engines;
    }
    undo.push(engines.close);
    const analyser = options.analyserMs === undefined ? null : await startSlowAnalyser(network.address, options.analyserMs);
    if (analyser) undo.push(analyser.close);
    const env = { ...engines.env, ...analyser?.env, TENANT_PRIVATE_TARGETS: receiver.address, ...options.env };
    const version = root === undefined ? {} : { root };
    const tokens = await settleIn(env, { receiver, accounts, frames, ...version });
    const { pool, close: closePool } = createDb({ url: engines.postgresUrl, patient: true, onError: () => undefined });
    undo.push(closePool);
    const machines: Machine[] = [];
    undo.push(() => Promise.all(machines.map((one) => one.remove())));
    const counts = new Map<string, number>();
    const add = async (role: string, own: Record<string, string> = {}): Promise<Machine> => {
      const nth = (counts.get(role) ?? 0) + 1;
      counts.set(role, nth);
      const name = role === analysisRole ? `analysis${nth}` : `${role}${nth}`;
      const machine = await startMachine({ name, role, place: network.place(name), env: { ...env, ...own }, ...version });
      machines.push(machine);
      await machine.ready();
      return machine;
    };
    const answering = places.map(async ({ name, port, place }) => {
      const own = { ...env, HOST: place.address, PORT: String(port) };
      const machine = await startMachine({ name, role: 'http', place, env: own, ...version });
      machines.push(machine);
      await machine.ready();
    });
    const others = [...Array.from({ length: jobs }, () => 'jobs'), ...Array.from({ length: analysis }, () => analysisRole)];
    await Promise.all([...answering, ...others.map((role) => add(role))]);
    return {
      network,
      tokens,
      engines,
      analyser,
      machines,
      receiver,
      pool,
      add,
      close,
      clients: tokens.map((token) => createClient({ baseUrl: engines.webUrl, token })),
      of: (role) => machines.filter((one) => one.role.startsWith(role)),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@clearframe/sdk';
import type { ObjectGateway } from '../../../packages/server/test/engines/ceph-rgw.ts';
import { uploadUntilTaken } from '../../upload-until-taken.ts';
import type { Fleet } from '../fleet.ts';
import { pictureOf } from '../picture-of.ts';
import { atMost, exactly, type Figure, told } from '../report.ts';
import { type Scenario, scaled } from '../scenario.ts';
import { countPaidTries, judge, secondsToVerdicts } from '../settle.ts';
import { withFleet } from '../with-fleet.ts';

/** What may happen to a storage, and how it ends. */
type Outage = { name: string; begin(): unknown; end(): unknown };

const outagesOf = (gateway: ObjectGateway, bucket: string): Outage[] => [
  { name: 'stopped', begin: gateway.stop, end: gateway.start },
  { name: 'frozen', begin: gateway.freeze, end: gateway.thaw },
  { name: 'full', begin: gateway.fill, end: gateway.empty },
  { name: 'over its quota', begin: () => gateway.limit(bucket), end: () => gateway.unlimit(bucket) },
];

/** Two callers send one picture after the other, each with bytes of its own, until it is enough. */
function keepUploading({ engines, tokens: [token = ''] }: Fleet, seed: number) {
  const sent = new Map<string, string>();
  const answers = new Map<number, number>();
  const counted: typeof fetch = async (...asked) => {
    const answer = await fetch(...asked);
    answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
    return answer;
  };
  const client = createClient({ baseUrl: engines.webUrl, token, fetch: counted });
  let [begun, isOver] = [0, false];
  const one = async (): Promise<string> => {
    begun += 1;
    const key = `storage-${seed}-${begun}`;
    const id = await uploadUntilTaken(client, key, { bytes: pictureOf(key), waitMs: 0 });
    sent.set(id, key);
    return id;
  };
  const lane = async (): Promise<void> => {
    while (!isOver) {
      await one();
      await sleep(300);
    }
  };
  const lanes = Promise.all([lane(), lane()]);
  return {
    /** Keys by the ids of what was acknowledged. */
    sent,
    /** How often the fleet answered with each status. */
    answers,
    one,
    async end() {
      isOver = true;
      await lanes;
    },
  };
}
type Load = ReturnType<typeof keepUploading>;

/** Jobs wait and run, callers send, and the storage is away for so long. */
async function live(fleet: Fleet, load: Load, outage: Outage, { awayMs, waiting }: { awayMs: number; waiting: number }) {
  await Promise.all(Array.from({ length: waiting }, load.one));
  await outage.begin();
  const before = load.sent.size;
  await sleep(awayMs);
  const acknowledged = load.sent.size - before;
  const waited = [...load.sent.keys()];
  await outage.end();
  const ended = performance.now();
  const recovered = await secondsToVerdicts(fleet, [await load.one()], ended);
  const caughtUp = await secondsToVerdicts(fleet, waited, ended);
  return [
    atMost(`${outage.name}: recovered after it`, recovered, 10, ' s'),
    told(`${outage.name}: acknowledged meanwhile`, acknowledged),
    told(`${outage.name}: what had waited was judged after`, `${Math.round(caughtUp * 10) / 10} s`),
  ];
}

const sum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Acknowledged pictures whose original is another one than was sent, or cannot be had. */
async function countChanged(client: Client, sent: ReadonlyMap<string, string>): Promise<number> {
  let changed = 0;
  for (const [id, key] of sent) {
    const { signedUrl } = await client.getMedia(id);
    const answer = signedUrl === null ? null : await fetch(signedUrl);
    const isSame = answer?.ok === true && sum(await answer.bytes()) === sum(pictureOf(key));
    if (!isSame) changed += 1;
  }
  return changed;
}

/** Uploads while the storage is stopped, frozen, full and over its quota, each in turn (acceptance OPS-04). */
export const storage: Scenario = async ({ size, seed, print }) => {
  const awayMs = scaled(30_000, size, 10_000);
  const waiting = scaled(24, size, 6);
  return await withFleet({ frames: 100_000, seed }, async (fleet) => {
    const { clients, engines } = fleet;
    const [client] = clients;
    if (!client) throw new Error('There is no account');
    const load = keepUploading(fleet, seed);
    const figures: Figure[] = [];
    for (const outage of outagesOf(engines.gateway, engines.bucket)) {
      print(`${outage.name} for ${awayMs / 1_000} s`);
      figures.push(...(await live(fleet, load, outage, { awayMs, waiting })));
    }
    await load.end();
    print(`${load.sent.size} uploads acknowledged`);
    const settled = await judge(fleet, [...load.sent.keys()]);
    const refused = [...load.answers].filter(([status]) => status >= 400);
    const others = refused.filter(([status]) => status !== 503 && status !== 409);
    return [
      told('uploads', load.sent.size),
      told('seconds of each outage', awayMs / 1_000),
      ...figures,
      told('requests that were refused', refused.map(([status, times]) => `${times} with ${status}`).join(', ') || 'none'),
      exactly('refused with anything but 503, or 409 for a repeat', others.length, 0),
      exactly('originals that are not what was sent', await countChanged(client, load.sent), 0),
      exactly('tries that a job paid for', await countPaidTries(fleet), 0),
      ...settled,
    ];
  });
};

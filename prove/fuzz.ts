import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { ErrorAnswer, endpoints } from '@clearframe/contract';
import { z } from 'zod';
import { registerPerson } from '../e2e/person.ts';
import { type Server, startServer } from '../e2e/server.ts';
import { mutated } from '../packages/engine/test/mutate.ts';
import type { Mutated } from '../packages/engine/test/mutations.ts';
import { readLedger } from './ledger.ts';

export type FuzzOptions = {
  uploads: number;
  seed: number;
  parallel: number;
  /** The n-th file of a seed. */
  make?: (seed: number, n: number) => Mutated;
  print?: (line: string) => void;
};

export type FuzzResult = {
  uploads: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  /** Verdicts, at once or later. */
  verdicts: number;
  /** What the files with a verdict cost: one frame a picture, one a begun second of a video. */
  frames: number;
  /** Videos that were taken, and whose damage their analysis found: items without a verdict, which cost nothing. */
  failed: number;
  /** Sentences of the kind "what, which file": whatever should not have happened. */
  faults: string[];
  apiProcesses: number;
  /** Analysis processes that were started in the place of another. */
  replaced: number;
  /** How analysis processes ended that were not replaced in an orderly way. */
  deaths: string[];
  apiResidentMb: number;
  analysisResidentMb: number;
  slowestMs: number;
  used: number;
  reserved: number;
  items: number;
};

const Answer = z.object({ status: z.literal('success'), data: endpoints.apiUpload.data });
const Item = z.object({ data: endpoints.apiGetMedia.data });

/** Sees which processes there are and how large they grow. @returns the function that ends it */
function watchProcesses(server: Server, seen: Map<number, { kind: string; megabytes: number }>): () => Promise<void> {
  let watching = true;
  const done = (async () => {
    while (watching) {
      for (const { pid, kind } of server.processes().filter((one) => one.kind === 'api' || one.kind === 'analysis')) {
        const kilobytes = Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
        seen.set(pid, { kind, megabytes: Math.max(Math.round(kilobytes / 1024), seen.get(pid)?.megabytes ?? 0) });
      }
      await sleep(500);
    }
  })();
  return async () => {
    watching = false;
    await done;
  };
}

type Caller = { url: string; headers: Record<string, string> };

async function send({ url, headers }: Caller, { bytes }: Mutated): Promise<{ status: number; body: unknown }> {
  const form = new FormData();
  form.set('media', new Blob([new Uint8Array(bytes)]), 'hostile.jpg');
  const answer = await fetch(`${url}/api/v1/upload`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: await answer.json() };
}

type Settled = z.infer<typeof Item>['data']['media_upload'];

/** Polls an upload whose caller stopped waiting, until it has a verdict or an error. */
async function settled({ url, headers }: Caller, id: string): Promise<Settled> {
  for (;;) {
    const answer = await fetch(`${url}/api/v1/media/${id}`, { headers });
    const item = Item.parse(await answer.json()).data.media_upload;
    if (item.moderation || item.moderationError !== null) return item;
    await sleep(500);
  }
}

/** Uploads hostile files to a server of its own and tells what came of it. The caller judges the numbers. */
export async function fuzzUploads(options: FuzzOptions): Promise<FuzzResult> {
  const { uploads, seed, parallel, make = mutated, print = () => undefined } = options;
  const server = await startServer({ command: 'node', env: { WORKERS: '2', RATE_LIMIT_SCALE: '100000' } });
  const seen = new Map<number, { kind: string; megabytes: number }>();
  const endWatch = watchProcesses(server, seen);
  const statuses: Record<string, number> = {};
  const faults: string[] = [];
  let verdicts = 0;
  let frames = 0;
  let failed = 0;
  let slowestMs = 0;
  let next = 0;
  try {
    const person = await registerPerson(server, 'owner@example.com');
    server.grant(person.email, uploads * 20);
    const caller = { url: server.url, headers: { authorization: `Bearer ${await person.createToken()}` } };

    const one = async (file: Mutated): Promise<void> => {
      const begun = Date.now();
      const { status, body } = await send(caller, file);
      slowestMs = Math.max(slowestMs, Date.now() - begun);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status >= 300) {
        if (!ErrorAnswer.safeParse(body).success) faults.push(`${status} without the envelope, ${file.name}`);
        if (status !== 400 && status !== 415) faults.push(`${status} ${JSON.stringify(body)}, ${file.name}`);
        return;
      }
      const { data } = Answer.parse(body);
      const item = data.moderation ? data.media_upload : await settled(caller, data.media_upload.id);
      const judged = data.moderation !== null || item.moderation !== null;
      if (judged) verdicts += 1;
      if (judged) frames += item.video?.seconds ?? 1;
      if (!judged && item.mimeType.startsWith('video/')) {
        failed += 1;
        return;
      }
      if (judged && file.expected === 'refused') faults.push(`a verdict on what should be refused, ${file.name}`);
      if (!judged) faults.push(`no verdict and no refusal, ${file.name}`);
    };
    const uploader = async (): Promise<void> => {
      for (let n = next++; n < uploads; n = next++) {
        const file = make(seed, n);
        await one(file).catch((error: unknown) => faults.push(`${String(error)}, ${file.name}`));
        if ((n + 1) % 500 === 0) print(`${n + 1} of ${uploads}: ${JSON.stringify(statuses)}`);
      }
    };
    await Promise.all(Array.from({ length: parallel }, uploader));
    await endWatch();
    const { used, reserved, items } = await readLedger(server.dataDir);
    const kindOf = (kind: string) => [...seen.values()].filter((one) => one.kind === kind);
    const largest = (kind: string) => Math.max(...kindOf(kind).map(({ megabytes }) => megabytes));
    return {
      uploads,
      statuses,
      verdicts,
      frames,
      failed,
      faults,
      apiProcesses: kindOf('api').length,
      replaced: kindOf('analysis').length - 2,
      deaths: server.output().match(/^The .+ process (?:was killed|ended).*$/gm) ?? [],
      apiResidentMb: largest('api'),
      analysisResidentMb: largest('analysis'),
      slowestMs,
      used,
      reserved,
      items,
    };
  } finally {
    await endWatch();
    await server.stop();
  }
}

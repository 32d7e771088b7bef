import { z } from 'zod';
import { causeOf, ModelsError } from './models-error.ts';

const REDIRECTS_MAX = 5;
/** Until the headers of an answer. */
const ANSWER_MS = 30_000;
const DESCRIPTION_MAX_BYTES = 5_000_000;

const Description = z.object({
  sha: z.string().regex(/^[0-9a-f]{40}$/),
  siblings: z.array(z.object({ rfilename: z.string() })).max(10_000),
  tags: z.array(z.string()).default([]),
  cardData: z
    .object({ license: z.union([z.string(), z.array(z.string())]).optional(), license_name: z.string().optional() })
    .nullish(),
});

type HubModel = { commit: string; paths: string[] /** null = the hub names none. */; licence: string | null };

/** What the hub says of a file before it is fetched. */
export type HubFile = {
  /** null = it does not say. */
  bytes: number | null;
  /** Hex; null = the hub names none. */
  sha256: string | null;
};

export type Hub = {
  /** @throws ModelsError 5 when it is gated, 1 when it is unknown or the hub does not answer */
  describe(id: string, revision: string): Promise<HubModel>;
  look(id: string, commit: string, path: string): Promise<HubFile>;
  /** The file's bytes, from there on where the server agrees (206). The caller reads or cancels the body. */
  open(id: string, commit: string, path: string, from: { at: number; etag: string } | null): Promise<Response>;
};

/** Only this machine may be asked without encryption. */
function checked(address: string | URL, base?: URL): URL {
  if (!URL.canParse(String(address), base?.href)) throw new ModelsError(2, `${address} is no address.`);
  const url = new URL(address, base);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  // An encrypted hub has no business with what listens on this machine.
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback && base?.protocol !== 'https:');
  if (!isAllowed || url.username !== '' || url.password !== '')
    throw new ModelsError(base ? 1 : 2, `${url.origin} is refused: the hub and what it leads to need https.`);
  return url;
}

const inPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/**
 * A hub with the addresses of Hugging Face. The token goes to the hub itself and never to another host.
 * @param base such as `https://huggingface.co`
 * @throws ModelsError 2 when the address is none, or not encrypted
 */
export function createHub(base: string, token: string | undefined): Hub {
  const home = checked(base.replace(/\/+$/, ''));
  const root = home.href.replace(/\/+$/, '');

  async function once(url: URL, method: 'GET' | 'HEAD', headers: Record<string, string>): Promise<Response> {
    const own = url.origin === home.origin && token ? { authorization: `Bearer ${token}` } : {};
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(new Error(`no answer within ${ANSWER_MS / 1_000} s`)), ANSWER_MS);
    try {
      return await fetch(url, {
        method,
        headers: { 'accept-encoding': 'identity', ...headers, ...own },
        redirect: 'manual',
        signal: waiting.signal,
      });
    } catch (cause) {
      throw new ModelsError(1, `${url.host} did not answer (${causeOf(cause)}).`, { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  /** @returns the last answer, and the headers of the first, where a hub tells what it leads to */
  async function ask(path: string, method: 'GET' | 'HEAD', headers: Record<string, string> = {}) {
    let url = checked(`${root}${path}`);
    let first: Headers | null = null;
    for (let hops = 0; ; hops += 1) {
      const answer = await once(url, method, headers);
      first ??= answer.headers;
      const to = answer.headers.get('location');
      const leads = answer.status >= 300 && answer.status < 400 && to !== null;
      if (!leads) return { answer: refusedUnless(answer, url), first };
      await answer.body?.cancel();
      if (hops >= REDIRECTS_MAX) throw new ModelsError(1, `${home.host} leads in circles.`);
      url = checked(to, url);
    }
  }

  function refusedUnless(answer: Response, { host }: URL): Response {
    if (answer.ok || answer.status === 416) return answer;
    void answer.body?.cancel();
    if (answer.status === 401 || answer.status === 403)
      throw new ModelsError(
        5,
        'The hub refuses: the model is gated, private or unknown. Accept its terms there, and set HF_TOKEN.',
      );
    throw new ModelsError(
      1,
      answer.status === 404 ? 'The hub has no such model, revision or file.' : `${host} answered ${answer.status}.`,
    );
  }

  return {
    async describe(id, revision) {
      const { answer } = await ask(`/api/models/${inPath(id)}/revision/${encodeURIComponent(revision)}`, 'GET');
      const parsed = Description.safeParse(await readJson(answer));
      if (!parsed.success) throw new ModelsError(1, `${home.host} described the model in another format.`);
      const { sha, siblings, tags, cardData } = parsed.data;
      const stated = [cardData?.license ?? []].flat()[0] ?? tags.find((tag) => tag.startsWith('license:'))?.slice(8);
      const licence = stated === 'other' ? (cardData?.license_name ?? stated) : (stated ?? null);
      return { commit: sha, paths: siblings.map(({ rfilename }) => rfilename), licence };
    },
    async look(id, commit, path) {
      const { answer, first } = await ask(`/${inPath(id)}/resolve/${commit}/${inPath(path)}`, 'HEAD');
      const size = first.get('x-linked-size') ?? answer.headers.get('content-length');
      const etag = (first.get('x-linked-etag') ?? '').replaceAll(/^W\/|"/g, '');
      return {
        bytes: size !== null && /^\d{1,15}$/.test(size) ? Number(size) : null,
        sha256: /^[0-9a-f]{64}$/.test(etag) ? etag : null,
      };
    },
    async open(id, commit, path, from) {
      const resumed = from ? { range: `bytes=${from.at}-`, 'if-range': from.etag } : {};
      return (await ask(`/${inPath(id)}/resolve/${commit}/${inPath(path)}`, 'GET', resumed)).answer;
    },
  };
}

async function readJson(answer: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of answer.body ?? []) {
      size += part.length;
      if (size > DESCRIPTION_MAX_BYTES) return null;
      parts.push(part);
    }
    return JSON.parse(Buffer.concat(parts).toString());
  } catch {
    return null;
  }
}

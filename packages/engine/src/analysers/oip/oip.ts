import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Analyser, AnalyserError, type CreateAnalyser, type Judged, ModelMisfitError, type Shown } from '../analyser.ts';
import { highestOf } from '../judge-film.ts';
import type { Mapped } from '../keep-highest.ts';
import { readSettings } from '../read-settings.ts';
import { sendBytes, sendJson } from '../send-json.ts';
import { readLabels } from '../transformers/label-table.ts';
import { toLikelihoods } from './oip-likelihoods.ts';
import { checkBatch, readOipMapping } from './oip-mapping.ts';
import { ModelMetadata, type OipPlan, planOf } from './oip-plan.ts';
import { decodeAnswer, encodeRequest } from './oip-wire.ts';

const name = 'oip';

const Settings = z.object({
  /** With its path: what stands before `/v2`. */
  url: z.url({ protocol: /^https?$/ }),
  model: z.string().min(1),
  modelVersion: z.string().min(1).optional(),
  /** Absolute path. */
  mapping: z.string().min(1),
  token: z.string().optional(),
  batch: z.coerce.number().int().min(1).max(64).default(8),
  binary: z.enum(['0', '1']).default('1'),
  tryMs: z.coerce.number().int().min(1_000).default(20_000),
  video: z.enum(['every_second', 'one_picture']).default('every_second'),
  /** Of a picture, in millionths of a US dollar. */
  costMicros: z.coerce.number().int().min(0).optional(),
});

/**
 * A model behind the Open Inference Protocol v2: Triton, KServe, OpenVINO Model Server, or another Clearframe. Settings: `url`, `model`,
 * `mapping`, and the optional ones of {@link Settings}. A video's seconds go in batches. Nothing is asked before the server's own
 * description of the model fits the mapping.
 * @throws Error for a mapping that cannot be read
 */
export const createOip: CreateAnalyser = (given, { send, clock }): Analyser => {
  const settings = readSettings(name, Settings, given);
  const { model, modelVersion, token, batch, tryMs, video, costMicros } = settings;
  const mapping = readOipMapping(settings.mapping);
  checkBatch(mapping, batch);
  const binary = settings.binary === '1';
  const versioned = modelVersion === undefined ? '' : `/versions/${encodeURIComponent(modelVersion)}`;
  const address = `${settings.url.replace(/\/+$/, '')}/v2/models/${encodeURIComponent(model)}${versioned}`;
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const labels = mapping.labels.map(({ label }) => label);
  let known: OipPlan | null = null;

  async function plan(signal: AbortSignal): Promise<OipPlan> {
    if (known) return known;
    const asked = { send, clock, signal, url: address, method: 'GET', headers: authorization, body: '' } as const;
    const { answer } = await sendJson({ ...asked, schema: ModelMetadata });
    known = planOf(answer, mapping, { binary, batch });
    return known;
  }

  async function prepare(shown: Shown): Promise<Uint8Array> {
    if (mapping.input.layout === 'encoded') return await shown.jpeg();
    const [width, height] = mapping.input.size;
    return (await shown.resized({ width, height, fit: mapping.input.fit })).data;
  }

  async function infer(pictures: readonly Uint8Array[], how: OipPlan, signal: AbortSignal) {
    const id = randomUUID();
    const { headers, body } = encodeRequest(pictures, { id, mapping, plan: how, binary });
    const asked = { send, clock, signal, url: `${address}/infer`, body };
    const answer = await sendBytes({ ...asked, headers: { ...headers, ...authorization } });
    return decodeAnswer(answer, { count: pictures.length, id, mapping });
  }

  function mapped(row: readonly number[]): Mapped {
    const { values, exclusive } = toLikelihoods(row, mapping.output.activation);
    const likelihoods = new Map(labels.map((label, at) => [label, values[at] ?? 0]));
    return readLabels(likelihoods, { table: mapping.table, exclusive });
  }

  async function judge(pictures: readonly Uint8Array[], signal: AbortSignal): Promise<Judged> {
    try {
      const how = await plan(signal);
      const rows: number[][] = [];
      let version: string | null = null;
      for (let at = 0; at < pictures.length; at += how.most) {
        const answer = await infer(pictures.slice(at, at + how.most), how, signal);
        rows.push(...answer.rows);
        version = answer.modelVersion;
      }
      const cost = costMicros === undefined ? null : costMicros * pictures.length;
      return { each: rows.map(mapped), raw: { model_version: version, rows: rows.map(rounded) }, costMicros: cost };
    } catch (error) {
      const fault = error instanceof ModelMisfitError ? new AnalyserError('garbage', error.message) : error;
      // The server may have another model by now: it is compared again before the next picture.
      if (fault instanceof AnalyserError && ['garbage', 'rejected'].includes(fault.fault)) known = null;
      throw fault;
    }
  }

  return {
    name,
    version: `${model}${modelVersion === undefined ? '' : `/${modelVersion}`}+mapping-${mapping.version}-${mapping.digest}`,
    place: 'remote',
    tryMs,
    async checkFit(signal) {
      await plan(signal);
    },
    ...(video === 'every_second' ? { seconds: { most: batch, prepare, judge } } : {}),
    async analyse(shown, signal) {
      const { each, raw, costMicros: cost } = await judge([await prepare(shown)], signal);
      return { ...highestOf(each), raw, costMicros: cost };
    },
    close: async () => undefined,
  };
};

const rounded = (row: readonly number[]): number[] => row.map((value) => Math.round(value * 10_000) / 10_000);

import { bareCredentials, type ContentCredentials } from '@clearframe/contract';
import { z } from 'zod';

const ACTIONS_MAX = 50;
const TYPES_MAX = 20;
const CODES_MAX = 20;
const WORDS_MAX = 200;
/** Pictures that one was made from, one after the other. */
const PARENTS_MAX = 20;

/** Terms of IPTC are told by their last word, whichever of both addresses is written. */
const iptc = /^https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/([A-Za-z]{1,60})$/;
/** Say that a model made the picture, or a part of it. */
const synthetic = new Set(['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia']);

const untrusted = 'signingCredential.untrusted';
/** Each form of the assertion that binds a manifest to the bytes of its file. */
const boundBy = new Set([
  'assertion.dataHash.match',
  'assertion.bmffHash.match',
  'assertion.boxesHash.match',
  'assertion.multiAssetHash.match',
]);

const text = z.string().optional().catch(undefined);
const listOf = <T extends z.ZodType>(item: T) => z.array(item).optional().catch(undefined);
const Status = z.object({ code: z.string() });
const Statuses = z.object({ success: z.array(Status).default([]), failure: z.array(Status).default([]) });
const Agent = z.union([z.string(), z.object({ name: z.string(), version: text })]);
const Action = z.object({
  action: text,
  digitalSourceType: text,
  when: text,
  softwareAgent: Agent.optional().catch(undefined),
});
const Manifest = z.object({
  claim_generator: text,
  claim_generator_info: listOf(z.object({ name: text, version: text })),
  signature_info: z.object({ issuer: text, common_name: text, time: text }).optional().catch(undefined),
  assertions: listOf(z.object({ label: text, data: z.unknown() })),
  ingredients: listOf(z.object({ relationship: text, active_manifest: text })),
});
type Manifest = z.infer<typeof Manifest>;

/** What the reader says of a file. Everything in it but the results of the checks was written by whoever signed. */
const Store = z.object({
  active_manifest: z.string(),
  manifests: z.record(z.string(), z.unknown()),
  validation_state: z.enum(['Trusted', 'Valid', 'Invalid']),
  validation_results: z.object({
    activeManifest: Statuses,
    ingredientDeltas: z.array(z.object({ validationDeltas: Statuses })).default([]),
  }),
});
type Store = z.infer<typeof Store>;

/** One line, without the signs that turn text around or hide in it. */
const clean = (words: string): string =>
  words
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, WORDS_MAX)
    .toWellFormed();
const named = (words: string | undefined): string | null => (words === undefined ? null : clean(words) || null);

const codesOf = (statuses: readonly { code: string }[]): string[] => [...new Set(statuses.map(({ code }) => clean(code)))];

const manifestOf = (store: Store, label: string | undefined): Manifest | null =>
  label === undefined || !Object.hasOwn(store.manifests, label)
    ? null
    : (Manifest.safeParse(store.manifests[label]).data ?? null);

function actionsOf({ assertions = [] }: Manifest): z.infer<typeof Action>[] {
  const lists = assertions.filter(({ label }) => label === 'c2pa.actions' || label?.startsWith('c2pa.actions.'));
  return lists.flatMap(({ data }) => z.object({ actions: z.array(Action) }).safeParse(data).data?.actions ?? []);
}

/** The manifest and, of a picture that was opened and changed, those of what it was made from. */
function lineOf(store: Store, newest: Manifest): Manifest[] {
  const line = [newest];
  for (let last: Manifest | null = newest; last && line.length < PARENTS_MAX; ) {
    const parent: string | undefined = last.ingredients?.find(({ relationship }) => relationship === 'parentOf')?.active_manifest;
    last = manifestOf(store, parent);
    if (last) line.push(last);
  }
  return line;
}

function generatorOf({ claim_generator_info: info, claim_generator: line }: Manifest): string | null {
  const [first] = info ?? [];
  return named(first?.name === undefined ? line : [first.name, first.version].join(' '));
}

/** Digital pictures, and no year of five digits. */
const [earliest, latest] = [Date.UTC(1970, 0), Date.UTC(2100, 0)];

function declaredTime(words: string | undefined): string | null {
  const time = Date.parse(words ?? '');
  return time >= earliest && time < latest ? new Date(time).toISOString() : null;
}

const agentOf = (agent: z.infer<typeof Agent> | undefined): string | null =>
  typeof agent === 'object' ? named([agent.name, agent.version].join(' ')) : named(agent);

/** What was done, from the oldest manifest to the newest, each as its signer tells it. */
const stepsOf = (line: readonly Manifest[]) =>
  line
    .toReversed()
    .flatMap((manifest) =>
      actionsOf(manifest).flatMap(({ action, when, softwareAgent }) => {
        const name = named(action);
        const program = agentOf(softwareAgent) ?? generatorOf(manifest);
        return name === null ? [] : [{ action: name, program, at: declaredTime(when) }];
      }),
    )
    .slice(-ACTIONS_MAX);

/** By a stamp that was checked, never by what the signer wrote. */
function signedAt(manifest: Manifest, passed: readonly string[]): string | null {
  const time = passed.includes('timeStamp.validated') ? Date.parse(manifest.signature_info?.time ?? '') : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** `valid` needs more than the reader's word: its own list of checks has to say the same. */
function stateOf(store: Store, failed: readonly string[], passed: readonly string[]): 'valid' | 'untrusted' | 'invalid' {
  const holds = passed.includes('claimSignature.validated') && passed.some((code) => boundBy.has(code));
  if (!holds || store.validation_state === 'Invalid') return 'invalid';
  if (failed.length === 0 && store.validation_state === 'Trusted' && passed.includes('signingCredential.trusted')) return 'valid';
  return failed.every((code) => code === untrusted) ? 'untrusted' : 'invalid';
}

/**
 * The reader's answer as our result. Pure. Words of strangers are cut, and told only as what they are.
 * @param json as the reader gives it
 * @returns `unreadable` when it is not what a reader gives
 */
export function factsOf(json: string): ContentCredentials {
  const store = parsed(json);
  const newest = store && manifestOf(store, store.active_manifest);
  if (!store || !newest) return bareCredentials('unreadable', ['clearframe.reader_failed']);
  const { activeManifest, ingredientDeltas } = store.validation_results;
  const passed = codesOf(activeManifest.success);
  const ofParents = codesOf(ingredientDeltas.flatMap(({ validationDeltas }) => validationDeltas.failure));
  // That nobody vouches for what a file was made from takes nothing from its own signature; anything else was changed since.
  const changed = ofParents.filter((code) => code !== untrusted);
  const failed = [...new Set([...codesOf(activeManifest.failure), ...changed])];
  const state = stateOf(store, failed, passed);
  const line = changed.length === 0 ? lineOf(store, newest) : [newest];
  const types = [
    ...new Set(line.flatMap(actionsOf).flatMap(({ digitalSourceType: type }) => (type === undefined ? [] : [termOf(type)]))),
  ];
  const { issuer, common_name: person } = newest.signature_info ?? {};
  return {
    state,
    issuer: named(issuer) ?? named(person),
    signed_at: state === 'invalid' ? null : signedAt(newest, passed),
    generator: generatorOf(newest),
    actions: actionsOf(newest)
      .flatMap(({ action }) => named(action) ?? [])
      .slice(0, ACTIONS_MAX),
    ...(state === 'invalid' ? {} : { steps: stepsOf(line) }),
    digital_source_types: types.filter((type) => type !== '').slice(0, TYPES_MAX),
    codes: failed.slice(0, CODES_MAX),
    synthetic: state !== 'invalid' && types.some((type) => synthetic.has(type)) ? 'declared' : null,
  };
}

const termOf = (type: string): string => iptc.exec(type)?.[1] ?? clean(type);

function parsed(json: string): Store | null {
  try {
    return Store.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

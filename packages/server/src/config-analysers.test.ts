import { analyserNames } from '@clearframe/engine/light';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const read = (env: Record<string, string>) => readConfig({ DATA_DIR: '/tmp/x', ...env });
const faultsOf = (env: Record<string, string>): string[] => {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
};
const everywhere = { HOST: '0.0.0.0', PUBLIC_URL: 'https://x.example', SECRET_KEY: 'k'.repeat(43) };

describe('the variables of analysers', () => {
  it('ask nobody unless they are set', () => {
    expect(read({})).toMatchObject({ analysers: [], analysersMode: 'together', analyserTargets: [] });
  });

  it('know every analyser of the engine', () => {
    const [fault = ''] = faultsOf({ ANALYSERS: 'oracle' });
    expect(fault.split(': ').at(-1)?.split(', ').sort()).toEqual([...analyserNames].sort());
  });

  it('refuse a name that is unknown, or given twice, with one line', () => {
    expect(faultsOf({ ANALYSERS: 'oracle' })).toEqual([expect.stringMatching(/^ANALYSERS: "oracle" is not accepted: /)]);
    expect(faultsOf({ ANALYSERS: 'openai-moderation,openai-moderation', OPENAI_API_KEY: 'k' })).toEqual([
      'ANALYSERS: "openai-moderation" is not accepted twice',
    ]);
  });

  it.each([
    ['openai-moderation', ['OPENAI_API_KEY']],
    ['vision-llm', ['VISION_LLM_URL', 'VISION_LLM_MODEL']],
    ['rekognition', ['REKOGNITION_REGION', 'REKOGNITION_ACCESS_KEY_ID', 'REKOGNITION_SECRET_ACCESS_KEY']],
    ['google-vision', ['GOOGLE_VISION_KEY']],
    ['azure-content-safety', ['AZURE_CONTENT_SAFETY_KEY', 'AZURE_CONTENT_SAFETY_URL']],
    ['sightengine', ['SIGHTENGINE_API_USER', 'SIGHTENGINE_API_SECRET']],
    ['oip', ['OIP_URL', 'OIP_MODEL', 'OIP_MAPPING']],
    ['transformers', ['TRANSFORMERS_FOLDERS']],
  ])('name what %s is missing, one line each', (name, missing) => {
    const named = faultsOf({ ANALYSERS: name }).map((line) => /^([A-Z_]+): missing: ANALYSERS with /.exec(line)?.[1]);
    expect(named.sort()).toEqual([...missing].sort());
  });

  it('never show a key', () => {
    expect(faultsOf({ ANALYSERS: 'openai-moderation', OPENAI_API_KEY: 'sk-'.repeat(1_000) }).join()).not.toContain('sk-');
  });

  it.each(['sk-one sk-two', 'sk-one\nsk-two', 'sk-one…'])(
    'refuse %j as a key, which no header takes, without showing it',
    (key) => {
      const [fault, ...more] = faultsOf({ ANALYSERS: 'openai-moderation', OPENAI_API_KEY: key });
      expect(fault).toMatch(/^OPENAI_API_KEY: /);
      expect(fault).not.toContain('sk-');
      expect(more).toEqual([]);
    },
  );

  it.each(['https://me:hush@vision.example/v1', 'https://vision.example/v1?key=hush'])('show no key that stands in %s', (url) => {
    expect(faultsOf({ ANALYSERS: 'vision-llm', VISION_LLM_MODEL: 'm', VISION_LLM_URL: url })).toEqual([
      'VISION_LLM_URL: the value given is not accepted: an http(s) address without a name, password or query',
    ]);
  });

  it('hand each analyser its settings, in the order of the list', () => {
    const config = read({
      ANALYSERS: ' vision-llm , openai-moderation',
      ANALYSERS_MODE: 'uncertain',
      ANALYSERS_UNCERTAIN: '0.1 - 0.75',
      OPENAI_API_KEY: 'sk-1',
      VISION_LLM_URL: 'http://localhost:11434/v1/',
      VISION_LLM_MODEL: 'qwen2.5vl:7b',
    });
    expect(config.analysersMode).toEqual({ uncertain: { from: 0.1, to: 0.75 } });
    expect(config.analysers).toMatchObject([
      { name: 'vision-llm', settings: { url: 'http://localhost:11434/v1', model: 'qwen2.5vl:7b' } },
      { name: 'openai-moderation', settings: { key: 'sk-1' } },
    ]);
    expect(config.analyserTargets).toEqual(['localhost:11434']);
  });

  it.each([
    ['OIP_MAPPING', 'mapping.json'],
    ['OIP_BATCH', '65'],
    ['OIP_BATCH', '0'],
    ['OIP_BINARY', 'yes'],
    ['OIP_VIDEO', 'all'],
    ['OIP_TRY_MS', '120001'],
  ])('refuse %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name}: `))]);
  });

  it.each(['0.9-0.2', '0.2', '0.2-1.5', 'a-b', '0.5-0.5'])('refuse %s as a band', (band) => {
    expect(faultsOf({ ANALYSERS_UNCERTAIN: band })).toHaveLength(1);
  });

  it('outside local mode reach a private or plain address only where ALLOW_PRIVATE_TARGETS names it', () => {
    const set = { ANALYSERS: 'vision-llm', VISION_LLM_URL: 'http://10.0.0.7:8000/v1', VISION_LLM_MODEL: 'm' };
    expect(faultsOf({ ...everywhere, ...set })).toEqual([expect.stringMatching(/^VISION_LLM_URL: .*ALLOW_PRIVATE_TARGETS/)]);
    expect(read({ ...everywhere, ...set, ALLOW_PRIVATE_TARGETS: '10.0.0.7:8000' }).analyserTargets).toEqual(['10.0.0.7:8000']);
    expect(read({ ...everywhere, ...set, VISION_LLM_URL: 'https://10.0.0.7/v1' }).analyserTargets).toEqual([]);
  });
});

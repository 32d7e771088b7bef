import { readFileSync } from 'node:fs';
import { categoryNames } from '@clearframe/contract';
import { afterAll, expect, it } from 'vitest';
import { fakeClock, fakeInput, plainSend, startFakeProvider } from '../../test/fake-provider.ts';
import { toScores } from '../scores.ts';
import { mapRekognition, rekognitionLabels } from './rekognition/rekognition-mapping.ts';
import { fieldWeights } from './sightengine/sightengine-mapping.ts';
import { askedCategories } from './vision-llm/question.ts';
import { createVisionLlm } from './vision-llm/vision-llm.ts';

const guide = (slug: string) => readFileSync(new URL(`../../../web/content/guides/${slug}.md`, import.meta.url), 'utf8');

/** Rows of the table below a heading: first cell → category → factor. */
function rowsOf(text: string, heading: string): Record<string, Record<string, number>> {
  const [, section = ''] = new RegExp(`^## ${heading}\\n([\\s\\S]*?)^## `, 'm').exec(text) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
  return Object.fromEntries(
    rows.slice(1).map((row) => {
      const [, name = '', cell = ''] = row.split('|').map((part) => part.trim().replaceAll('`', ''));
      const weights = cell.split(', ').map((one): [string, number] => {
        const [category = '', factor = '1'] = one.split(' × ');
        return [category, Number(factor)];
      });
      return [name, Object.fromEntries(weights)];
    }),
  );
}

it('the guide to leaving Rekognition names every label, with the categories and factors of the program', () => {
  const rows = rowsOf(guide('migrate-from-rekognition'), 'Labels');
  expect(Object.keys(rows).toSorted()).toEqual(rekognitionLabels.toSorted());
  for (const [Name, weights] of Object.entries(rows)) {
    const { scores } = mapRekognition([{ Name, ParentName: '', Confidence: 100 }]);
    expect(Object.fromEntries(Object.entries(scores).filter(([, score]) => score > 0)), Name).toEqual(weights);
  }
});

it('the guide to leaving Sightengine names every field, with the categories and factors of the program', () => {
  expect(rowsOf(guide('migrate-from-sightengine'), 'Fields')).toEqual(fieldWeights);
});

it('the guide to leaving nsfwjs says of each class which category it is part of', () => {
  const rows = [...guide('migrate-from-nsfwjs').matchAll(/^\| `(\w+)` \| (.*) \|$/gm)];
  const none = { drawing: 0, hentai: 0, neutral: 0, porn: 0, sexy: 0 };
  const said = Object.fromEntries(rows.map(([, name = '', cell = '']) => [name.toLowerCase(), cell]));
  for (const name of Object.keys(none)) {
    const scores = toScores({ ...none, [name]: 1 });
    const parts = Object.entries(scores).flatMap(([category, score]) => (score === 1 ? [category] : []));
    const named = categoryNames.filter((category) => said[name]?.includes(`\`${category}\``));
    expect([name, named]).toEqual([name, parts]);
  }
});

const provider = await startFakeProvider();
afterAll(() => provider.close());

it('the guide to Ollama shows settings that ask it, and an answer that is read as it says', async () => {
  const text = guide('connect-ollama');
  const [, model = ''] = /^VISION_LLM_MODEL=(.*)$/m.exec(text) ?? [];
  const [, path = ''] = /^VISION_LLM_URL=http:\/\/localhost:11434(.*)$/m.exec(text) ?? [];
  const [, shown = ''] = /```json Answer[^\n]*\n([\s\S]*?)```/.exec(text) ?? [];
  const answer: { categories: Record<string, number> } = JSON.parse(shown);
  const rest = Object.fromEntries(askedCategories.map((name) => [name, 0]));
  // Shortened in the guide: the other categories are as empty as these.
  const whole = { ...answer, categories: { ...rest, ...answer.categories } };
  provider.reply({ json: { choices: [{ finish_reason: 'stop', message: { content: JSON.stringify(whole) } }] } });
  const analyser = createVisionLlm(
    { url: `${provider.origin}${path}`, model },
    { send: plainSend, clock: fakeClock({ tryMs: 30_000 }) },
  );
  const { scores, coverage } = await analyser.analyse(fakeInput('a caption'), new AbortController().signal);
  expect(scores).toMatchObject(answer.categories);
  expect(Object.keys(coverage)).toHaveLength(16);
  const [asked] = provider.asked;
  expect(asked).toMatchObject({ path: '/v1/chat/completions' });
  expect(JSON.parse(asked?.body ?? '{}')).toMatchObject({ model: 'qwen2.5vl:7b', temperature: 0, max_tokens: 3_000 });
});

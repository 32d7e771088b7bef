import { expect, it } from 'vitest';
import { chooseAnalysers } from './choose-analysers.ts';

it('takes the settings of the chosen ones out of the variables of the server', () => {
  const environment = { OPENAI_API_KEY: ' sk-1 ', OPENAI_MODERATION_URL: 'http://localhost:1/', TRANSFORMERS_FOLDERS: '/a,/b' };
  expect(chooseAnalysers(['transformers', 'local', 'openai-moderation'], environment)).toEqual([
    {
      name: 'openai-moderation',
      settings: { key: 'sk-1', url: 'http://localhost:1', model: undefined, costMicros: undefined },
    },
    { name: 'transformers', settings: { folders: '/a,/b' } },
  ]);
  expect(chooseAnalysers(['local'], environment)).toEqual([]);
});

it('names a variable that is missing or empty', () => {
  for (const environment of [{}, { TRANSFORMERS_FOLDERS: ' ' }])
    expect(() => chooseAnalysers(['transformers'], environment)).toThrow(
      'TRANSFORMERS_FOLDERS is missing: the analyser transformers needs it',
    );
});

import { categoryNames } from '@clearframe/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harmlessAnswer, pathsOf, withField } from '../../../test/sightengine-answer.ts';
import { mapSightengine } from './map-sightengine.ts';
import { fieldWeights, sightengineModels, sightengineUnmapped, softeners } from './sightengine-mapping.ts';

const models = Object.keys(sightengineModels);
const softening = softeners.map(({ by }) => by);
const counted = Object.keys(fieldWeights);

describe('the mapping of Sightengine', () => {
  it.each(pathsOf(harmlessAnswer))('maps %s or lists it as deliberately unmapped', (path) => {
    const isListed = sightengineUnmapped.some((field) => path === field || path.startsWith(`${field}.`));
    expect(counted.includes(path) !== isListed).toBe(true);
    const { scores, unmapped } = mapSightengine(withField(harmlessAnswer, path, 0.99), models);
    expect(unmapped).toEqual([]);
    expect(Math.max(...Object.values(scores)) > 0.1).toBe(counted.includes(path));
  });

  it('has no field in its tables that the documented answer lacks', () => {
    const paths = pathsOf(harmlessAnswer);
    expect([...counted, ...softening].filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('never gives a lower score for a higher field, but for the three that make others count less', () => {
    const value = fc.double({ min: 0, max: 1, noNaN: true });
    const fields = fc.array(fc.tuple(fc.constantFrom(...pathsOf(harmlessAnswer)), value), { maxLength: 12 });
    const raised = fc.constantFrom(...pathsOf(harmlessAnswer).filter((path) => !softening.includes(path)));
    fc.assert(
      fc.property(fields, raised, value, value, (others, path, one, other) => {
        const base = others.reduce((answer, [field, its]) => withField(answer, field, its), harmlessAnswer);
        const before = mapSightengine(withField(base, path, Math.min(one, other)), models).scores;
        const after = mapSightengine(withField(base, path, Math.max(one, other)), models).scores;
        for (const name of categoryNames) expect(after[name] ?? 0).toBeGreaterThanOrEqual(before[name] ?? 0);
      }),
    );
  });

  it('counts boxing as no violence, stage blood for half, and a leaf on a shirt for half', () => {
    const score = (fields: [string, number][]) =>
      mapSightengine(
        fields.reduce((answer, [path, value]) => withField(answer, path, value), harmlessAnswer),
        models,
      ).scores;
    expect(score([['violence.prob', 0.9]]).violence).toBe(0.9);
    expect(
      score([
        ['violence.prob', 0.9],
        ['violence.classes.combat_sport', 1],
      ]).violence,
    ).toBe(0);
    expect(
      score([
        ['violence.classes.physical_violence', 0.8],
        ['violence.classes.combat_sport', 1],
      ]).violence,
    ).toBe(0.8);
    expect(
      score([
        ['gore.classes.corpse', 0.9],
        ['gore.type.fake', 1],
      ]).gore,
    ).toBe(0.45);
    expect(
      score([
        ['recreational_drug.prob', 0.8],
        ['recreational_drug.classes.cannabis_logo_only', 1],
      ]).drugs,
    ).toBe(0.4);
  });

  it('adds up the exclusive classes of nudity', () => {
    const answer = withField(withField(harmlessAnswer, 'nudity.sexual_activity', 0.4), 'nudity.sexual_display', 0.35);
    expect(mapSightengine(answer, models).scores.sexual_explicit).toBe(0.75);
  });

  it('counts a field that it does not know as the worst of its section, and names it', () => {
    const answer = withField(harmlessAnswer, 'gore.classes.something_new', 0.9);
    const { scores, unmapped } = mapSightengine(answer, models);
    expect(scores.gore).toBe(0.9);
    expect(unmapped).toEqual(['gore.classes.something_new']);
  });

  it.each([
    ['low', 0.2],
    ['medium', 0.5],
    ['high', 0.8],
    [undefined, 0.8],
  ])('takes profanity of the intensity %s in the picture’s text for harassment', (intensity, score) => {
    const text = { ...harmlessAnswer.text, profanity: [{ type: 'insult', match: 'example', intensity }] };
    expect(mapSightengine({ ...harmlessAnswer, text }, models).scores.harassment).toBe(score);
  });

  it('takes extremism in the text for hate, keeps links and the like for the raw answer, and names unknown findings', () => {
    const text = {
      ...harmlessAnswer.text,
      extremism: [{ match: 'x' }],
      link: [{ match: 'a.example' }],
      weather: [{ match: 'x' }],
    };
    const { scores, unmapped } = mapSightengine({ ...harmlessAnswer, text }, models);
    expect(scores).toMatchObject({ hate: 0.8, harassment: 0 });
    expect(unmapped).toEqual(['text.weather']);
  });

  it('says that text alone was judged where no model looks at the picture for it', () => {
    expect(mapSightengine(harmlessAnswer, ['text-content']).coverage).toEqual({ harassment: 'text_only', hate: 'text_only' });
    expect(mapSightengine(harmlessAnswer, ['text-content', 'offensive-2.0']).coverage.hate).toBe('assessed');
  });

  it('scores nothing that the chosen models do not assess, whatever else the answer holds', () => {
    const answer = withField(harmlessAnswer, 'weapon.firearm_action.aiming_threat', 0.9);
    expect(Object.keys(mapSightengine(answer, ['weapon']).scores)).toEqual(['weapons']);
    expect(mapSightengine(answer, ['weapon', 'violence']).scores.violence).toBe(0.9);
  });

  it.each(models.filter((model) => model !== 'text-content'))('takes an answer without what %s says for none', (model) => {
    const section = sightengineModels[model]?.section ?? '';
    const answer = Object.fromEntries(Object.entries(harmlessAnswer).filter(([name]) => name !== section));
    expect(() => mapSightengine(answer, [model])).toThrow(expect.objectContaining({ fault: 'garbage' }));
  });

  it('takes an answer without its text section for none', () => {
    const { text: _text, ...answer } = harmlessAnswer;
    expect(() => mapSightengine(answer, ['text-content'])).toThrow(expect.objectContaining({ fault: 'garbage' }));
  });
});

/** The share of everything in a harmless picture. */
const low = 0;
const lows = (...names: string[]) => Object.fromEntries(names.map((name) => [name, low]));

type Answer = Record<string, unknown>;

/** The answer to a picture in which nothing is wrong, with every field that the models are documented to have. */
export const harmlessAnswer = {
  nudity: {
    ...lows('sexual_activity', 'sexual_display', 'erotica', 'very_suggestive', 'suggestive', 'mildly_suggestive'),
    suggestive_classes: {
      ...lows('bikini', 'cleavage', 'lingerie', 'male_chest', 'male_underwear', 'miniskirt', 'minishort', 'nudity_art'),
      ...lows('schematic', 'sextoy', 'suggestive_focus', 'suggestive_pose', 'swimwear_male', 'swimwear_one_piece'),
      ...lows('visibly_undressed', 'other'),
      cleavage_categories: lows('very_revealing', 'revealing', 'none'),
      male_chest_categories: lows('very_revealing', 'revealing', 'slightly_revealing', 'none'),
    },
    none: low,
    context: lows('sea_lake_pool', 'outdoor_other', 'indoor_other'),
  },
  weapon: {
    classes: lows('firearm', 'firearm_gesture', 'firearm_toy', 'knife'),
    firearm_type: lows('animated'),
    firearm_action: {
      ...lows('aiming_threat', 'aiming_camera', 'aiming_safe', 'in_hand_not_aiming', 'worn_not_in_hand', 'not_worn'),
    },
  },
  recreational_drug: {
    prob: low,
    classes: lows('cannabis', 'cannabis_logo_only', 'cannabis_plant', 'cannabis_drug', 'recreational_drugs_not_cannabis'),
  },
  medical: { prob: low, classes: lows('pills', 'paraphernalia') },
  alcohol: { prob: low },
  tobacco: { prob: low, classes: lows('regular_tobacco', 'ambiguous_tobacco') },
  gambling: { prob: low },
  offensive: lows('nazi', 'asian_swastika', 'confederate', 'supremacist', 'terrorist', 'middle_finger'),
  gore: {
    prob: low,
    classes: {
      ...lows('very_bloody', 'slightly_bloody', 'body_organ', 'serious_injury', 'superficial_injury', 'corpse', 'skull'),
      ...lows('unconscious', 'body_waste', 'other'),
    },
    type: lows('animated', 'fake', 'real'),
  },
  violence: { prob: low, classes: lows('physical_violence', 'firearm_threat', 'combat_sport') },
  'self-harm': { prob: low, type: lows('real', 'fake', 'animated') },
  text: {
    profanity: [],
    personal: [],
    link: [],
    social: [],
    extremism: [],
    medical: [],
    drug: [],
    weapon: [],
    spam: [],
    violence: [],
    'self-harm': [],
    'content-trade': [],
    'money-transaction': [],
  },
  type: { ai_generated: low },
} satisfies Answer;

const isObject = (value: unknown): value is Answer => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where its numbers stand: `gore.classes.corpse`. */
export function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return [path];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, path === '' ? name : `${path}.${name}`));
}

/** The same answer with one number of another size. */
export function withField<T extends Answer>(answer: T, path: string, value: number): T {
  const [first = '', ...rest] = path.split('.');
  const inner = answer[first];
  return { ...answer, [first]: rest.length === 0 ? value : withField(isObject(inner) ? inner : {}, rest.join('.'), value) };
}

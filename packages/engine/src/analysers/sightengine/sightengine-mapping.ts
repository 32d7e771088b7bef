import type { Mapped, Weights } from '../keep-highest.ts';

/** Version of the tables below; part of the analyser's version. */
export const SIGHTENGINE_MAPPING = 1;

export type SightengineModel = {
  /** Under which name the answer has what this model says. */
  section: string;
  covers: Mapped['coverage'];
  /** Fields without which the answer is none, below the section. */
  needs: readonly string[];
};

const intensities = ['sexual_activity', 'sexual_display', 'erotica', 'very_suggestive', 'suggestive', 'mildly_suggestive'];

/** The models that may be asked for; each is one operation a picture. */
export const sightengineModels: Readonly<Record<string, SightengineModel>> = {
  'nudity-2.1': {
    section: 'nudity',
    covers: { sexual_explicit: 'assessed', nudity: 'assessed', sexual_suggestive: 'assessed' },
    needs: intensities,
  },
  weapon: { section: 'weapon', covers: { weapons: 'assessed' }, needs: ['classes.firearm', 'classes.knife'] },
  recreational_drug: { section: 'recreational_drug', covers: { drugs: 'assessed' }, needs: ['prob'] },
  medical: { section: 'medical', covers: { drugs: 'assessed' }, needs: ['prob'] },
  alcohol: { section: 'alcohol', covers: { alcohol: 'assessed' }, needs: ['prob'] },
  tobacco: { section: 'tobacco', covers: { tobacco: 'assessed' }, needs: ['prob'] },
  gambling: { section: 'gambling', covers: { gambling: 'assessed' }, needs: ['prob'] },
  'offensive-2.0': {
    section: 'offensive',
    covers: { hate: 'assessed', rude_gesture: 'assessed' },
    needs: ['nazi', 'supremacist', 'terrorist', 'confederate', 'middle_finger'],
  },
  'gore-2.0': {
    section: 'gore',
    covers: { gore: 'assessed', disturbing: 'assessed' },
    needs: ['classes.very_bloody', 'classes.serious_injury', 'classes.body_organ', 'classes.corpse'],
  },
  violence: { section: 'violence', covers: { violence: 'assessed' }, needs: ['prob'] },
  'self-harm': { section: 'self-harm', covers: { self_harm: 'assessed' }, needs: ['prob'] },
  'text-content': { section: 'text', covers: { harassment: 'text_only', hate: 'text_only' }, needs: [] },
  genai: { section: 'type', covers: { synthetic: 'assessed' }, needs: ['ai_generated'] },
};

/** Fields of the answer that count. Names are Sightengine's; the weights are our judgement, not measured. */
export const fieldWeights: Readonly<Record<string, Weights>> = {
  // Exclusive classes of which the most explicit one wins: their shares are added up, all others are compared.
  'nudity.sexual_activity': { sexual_explicit: 1, nudity: 1 },
  'nudity.sexual_display': { sexual_explicit: 1, nudity: 1 },
  'nudity.erotica': { nudity: 1 },
  'nudity.very_suggestive': { sexual_suggestive: 1 },
  'nudity.suggestive': { sexual_suggestive: 1 },
  'nudity.mildly_suggestive': { sexual_suggestive: 0.4 },
  'weapon.classes.firearm': { weapons: 1 },
  'weapon.classes.knife': { weapons: 1 },
  'weapon.classes.firearm_toy': { weapons: 0.3 },
  'weapon.classes.firearm_gesture': { weapons: 0.3 },
  'weapon.firearm_action.aiming_threat': { violence: 1 },
  'recreational_drug.prob': { drugs: 1 },
  'medical.prob': { drugs: 0.5 },
  'alcohol.prob': { alcohol: 1 },
  'tobacco.prob': { tobacco: 1 },
  'gambling.prob': { gambling: 1 },
  'offensive.nazi': { hate: 1 },
  'offensive.supremacist': { hate: 1 },
  'offensive.terrorist': { hate: 1 },
  'offensive.confederate': { hate: 1 },
  'offensive.middle_finger': { rude_gesture: 1 },
  'gore.classes.very_bloody': { gore: 1 },
  'gore.classes.slightly_bloody': { gore: 0.6 },
  'gore.classes.superficial_injury': { gore: 0.6 },
  'gore.classes.serious_injury': { gore: 1 },
  'gore.classes.body_organ': { gore: 1 },
  'gore.classes.corpse': { gore: 1 },
  'gore.classes.skull': { disturbing: 1 },
  'gore.classes.unconscious': { disturbing: 1 },
  'gore.classes.body_waste': { disturbing: 1 },
  'gore.classes.other': { disturbing: 1 },
  'violence.prob': { violence: 1 },
  'violence.classes.physical_violence': { violence: 1 },
  'violence.classes.firearm_threat': { violence: 1 },
  'self-harm.prob': { self_harm: 1 },
  'type.ai_generated': { synthetic: 1 },
};

/** Sections whose fields are shares of one whole. */
export const addedUp: readonly string[] = ['nudity'];

/** What makes other fields count less, up to so much of them: boxing is no assault, stage blood no injury, a leaf on a shirt no drug. */
export const softeners: readonly { field: string; by: string; most: number }[] = [
  { field: 'violence.prob', by: 'violence.classes.combat_sport', most: 1 },
  { field: 'gore.classes', by: 'gore.type.fake', most: 0.5 },
  { field: 'recreational_drug.prob', by: 'recreational_drug.classes.cannabis_logo_only', most: 0.5 },
];

/** How a field counts that is in no table, by the section that it stands in: as the worst of that section. */
export const sectionWeights: Readonly<Record<string, Weights>> = {
  nudity: { nudity: 1 },
  'weapon.classes': { weapons: 1 },
  offensive: { hate: 1 },
  'gore.classes': { gore: 1 },
  'violence.classes': { violence: 1 },
};

/** Fields, and all that stands below them, that deliberately have no category: they tell more of what another field counts already. */
export const sightengineUnmapped: readonly string[] = [
  ...['nudity.none', 'nudity.suggestive_classes', 'nudity.context'],
  ...['weapon.firearm_type', 'weapon.firearm_action.aiming_camera', 'weapon.firearm_action.aiming_safe'],
  ...['weapon.firearm_action.in_hand_not_aiming', 'weapon.firearm_action.worn_not_in_hand', 'weapon.firearm_action.not_worn'],
  ...['recreational_drug.classes', 'medical.classes', 'tobacco.classes'],
  // Common in Asia as a religious sign.
  'offensive.asian_swastika',
  ...['gore.prob', 'gore.type', 'violence.classes.combat_sport', 'self-harm.type'],
  ...['text.personal', 'text.link', 'text.social', 'text.spam', 'text.medical', 'text.drug', 'text.weapon', 'text.violence'],
  ...['text.self-harm', 'text.content-trade', 'text.money-transaction', 'text.has_artificial', 'text.has_natural'],
];

/** Findings in the text of a picture, and the category of each. */
export const textWeights: Readonly<Record<string, Weights>> = {
  profanity: { harassment: 1 },
  extremism: { hate: 1 },
};

/** How strong a finding in text is; one without a word counts as high. */
export const textIntensities: Readonly<Record<string, number>> = { low: 0.2, medium: 0.5, high: 0.8 };

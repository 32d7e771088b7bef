import { z } from 'zod';
import type { CheckPicture } from '../../moderation/check/take-pictures.ts';
import { invalid, OpenAiError } from './openai-error.ts';

const textMax = 20_000;
const textsMax = 100;
const partsMax = 20;
const imagesMax = 4;

const models = [
  'omni-moderation-latest',
  'omni-moderation-2024-09-26',
  'text-moderation-latest',
  'text-moderation-stable',
  'clearframe',
];

/** The one model there is, as `GET /models` lists it. */
export const ownModel = 'clearframe';

/** What is asked: texts, each with a result of its own, or parts with one result for all of them. */
export type Asked = { texts: string[] } | { text: string | null; pictures: CheckPicture[]; params: string[] };

const Body = z.looseObject({ input: z.unknown().optional(), model: z.unknown().optional() });
const TextPart = z.looseObject({ type: z.literal('text'), text: z.string() });
const ImagePart = z.looseObject({ type: z.literal('image_url'), image_url: z.looseObject({ url: z.string() }) });

const dataPrefix = /^data:image\/[a-z0-9.+-]{1,100};base64,/i;
/** What Base64 never holds. It is searched for: a pattern of the whole would try each length of 16 MB again and again. */
const notBase64 = /[^A-Za-z0-9+/=\s]|=\s*[^=\s]/;
const webAddress = /^https?:\/\//i;

function requireText(text: string, param: string): string {
  // A character has two units at most: what is far too long is not taken apart.
  const isTooLong = text.length > 2 * textMax || [...text].length > textMax;
  if (isTooLong) throw invalid('invalid_input', `A text has at most ${textMax} characters.`, param);
  return text;
}

async function* bytesOf(base64: string): AsyncGenerator<Buffer> {
  yield Buffer.from(base64, 'base64');
}

function pictureOf(url: string, param: string): CheckPicture {
  if (webAddress.test(url)) return { url };
  const base64 = dataPrefix.test(url) ? url.slice(url.indexOf(',') + 1) : null;
  if (base64 === null || notBase64.test(base64))
    throw invalid('invalid_input', 'An image is an http(s) address or data:image/…;base64,…', param);
  return { bytes: bytesOf(base64) };
}

function readParts(input: readonly unknown[]): Asked {
  if (input.length > partsMax) throw invalid('invalid_input', `A request has at most ${partsMax} parts.`);
  const texts: string[] = [];
  const pictures: CheckPicture[] = [];
  const params: string[] = [];
  for (const [index, one] of input.entries()) {
    const place = `input[${index}]`;
    const text = TextPart.safeParse(one);
    const image = ImagePart.safeParse(one);
    if (text.success) texts.push(requireText(text.data.text, `${place}.text`));
    else if (image.success) {
      params.push(`${place}.image_url.url`);
      pictures.push(pictureOf(image.data.image_url.url, `${place}.image_url.url`));
    } else throw invalid('invalid_input', 'A part is {type: "text", text} or {type: "image_url", image_url: {url}}.', place);
  }
  if (pictures.length > imagesMax) throw invalid('too_many_images', `A request has at most ${imagesMax} images.`);
  const text = texts.length === 0 ? null : texts.join('\n');
  return pictures.length === 0 ? { texts: [text ?? ''] } : { text, pictures, params };
}

/** @throws OpenAiError naming what is wrong, in their words */
export function readRequest(sent: unknown): Asked {
  const body = Body.safeParse(sent);
  if (!body.success) throw invalid('invalid_json', 'The body is no JSON object.', null);
  const { input, model } = body.data;
  if (model !== undefined && model !== null && !(typeof model === 'string' && models.includes(model)))
    throw new OpenAiError(`This server has no model ${JSON.stringify(model).slice(0, 100)}. Use ${models.join(', ')}.`, {
      status: 404,
      type: 'invalid_request_error',
      code: 'model_not_found',
      param: 'model',
    });
  if (input === undefined || input === null) throw invalid('missing_input', 'The field input is missing.');
  if (typeof input === 'string') return { texts: [requireText(input, 'input')] };
  if (!Array.isArray(input) || input.length === 0)
    throw invalid('invalid_input', 'The field input is a text, a list of texts or a list of parts.');
  if (!input.every((one) => typeof one === 'string')) return readParts(input);
  if (input.length > textsMax) throw invalid('invalid_input', `A request has at most ${textsMax} texts.`);
  return { texts: input.map((text, index) => requireText(text, `input[${index}]`)) };
}

/** Colour names as a person would say them; the order decides nothing. */
export type ColourName =
  | 'black'
  | 'white'
  | 'grey'
  | 'red'
  | 'orange'
  | 'brown'
  | 'beige'
  | 'yellow'
  | 'green'
  | 'turquoise'
  | 'blue'
  | 'purple'
  | 'pink';

/** A colour is worth a word when it covers this share of the picture: quiet ones are mostly background, vivid ones the subject. */
const QUIET_SHARE = 0.12;
const VIVID_SHARE = 0.04;
const quiet: readonly ColourName[] = ['black', 'white', 'grey', 'brown', 'beige'];
const MOST_WORDS = 3;

/** Names one colour by hue (degrees), saturation and lightness (0…1 each). The borders were set by eye on the fixtures. */
export function nameColour(red: number, green: number, blue: number): ColourName {
  const high = Math.max(red, green, blue);
  const low = Math.min(red, green, blue);
  const lightness = (high + low) / 510;
  const chroma = (high - low) / 255;
  if (lightness < 0.12) return 'black';
  if (chroma < 0.1) return lightness > 0.88 ? 'white' : 'grey';
  const hue = hueOf(red, green, blue, high, high - low);
  if (hue < 15 || hue >= 345) return lightness > 0.72 ? 'pink' : 'red';
  if (hue < 50) return nameWarm(hue, chroma, lightness);
  if (hue < 70) return lightness < 0.35 ? 'green' : 'yellow';
  if (hue < 165) return 'green';
  if (hue < 195) return 'turquoise';
  if (hue < 255) return 'blue';
  return hue < 300 ? 'purple' : 'pink';
}

/** Between red and yellow lightness and saturation make the name. */
function nameWarm(hue: number, chroma: number, lightness: number): ColourName {
  if (lightness > 0.72 && chroma < 0.45) return 'beige';
  if (lightness < 0.42 || chroma < 0.35) return lightness > 0.6 ? 'beige' : 'brown';
  return hue < 45 ? 'orange' : 'yellow';
}

function hueOf(red: number, green: number, blue: number, high: number, range: number): number {
  if (high === red) return (((green - blue) / range) * 60 + 360) % 360;
  if (high === green) return ((blue - red) / range) * 60 + 120;
  return ((red - green) / range) * 60 + 240;
}

const shareOf = (name: ColourName) => (quiet.includes(name) ? QUIET_SHARE : VIVID_SHARE);

export type ColourSummary = { colours: ColourName[]; brightness: number };

/**
 * Up to three colours that are worth a word, the largest first, and its mean brightness (0 black … 1 white, Rec. 601).
 * @param rgb bytes of the picture; every second pixel is looked at
 */
export function summariseColours(rgb: Uint8Array): ColourSummary {
  const counts = new Map<ColourName, number>();
  let luma = 0;
  let seen = 0;
  for (let at = 0; at + 2 < rgb.length; at += 6) {
    const [red, green, blue] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0];
    const name = nameColour(red, green, blue);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    luma += 0.299 * red + 0.587 * green + 0.114 * blue;
    seen++;
  }
  const colours = [...counts]
    .filter(([name, count]) => count >= seen * shareOf(name))
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_WORDS)
    .map(([name]) => name);
  return { colours, brightness: seen === 0 ? 0 : luma / seen / 255 };
}

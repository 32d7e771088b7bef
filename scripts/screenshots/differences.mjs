import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the page: counts pixels that differ and draws them red on a faint copy. */
async function compareInPage([one, other]) {
  const read = async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), { colorSpaceConversion: 'none' });
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(picture, 0, 0);
    return { width, height, pixels: new Uint32Array(context.getImageData(0, 0, width, height).data.buffer) };
  };
  const [before, after] = [await read(one), await read(other)];
  const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)];
  const drawn = new Uint32Array(width * height);
  const [red, nothing] = [0xff0000ff, 0];
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = ({ width, height, pixels }) => (x < width && y < height ? pixels[y * width + x] : nothing);
      const [was, is] = [at(before), at(after)];
      // A quarter of the opacity is faint enough to see the red.
      drawn[y * width + x] = was === is ? ((was & 0x00ffffff) | 0x40000000) >>> 0 : red;
      if (was !== is) count += 1;
    }
  }
  if (count === 0) return { count };
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(drawn.buffer), width, height), 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
  return { count, picture: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
}

/**
 * Compares two folders of screenshots pixel by pixel and writes a picture of each difference.
 * @returns one entry a screen that differs or that only one folder has
 */
export async function differences(browser, before, after, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const names = [...new Set([before, after].flatMap((path) => readdirSync(path)))].filter((name) => name.endsWith('.png')).sort();
  const page = await browser.newPage();
  const found = [];
  for (const name of names) {
    const paths = [join(before, name), join(after, name)];
    if (!paths.every((path) => existsSync(path))) {
      found.push({ name, problem: `only in ${existsSync(paths[0]) ? before : after}` });
      continue;
    }
    const [one, other] = paths.map((path) => readFileSync(path));
    if (one.equals(other)) continue;
    const { count, picture } = await page.evaluate(compareInPage, [one.toString('base64'), other.toString('base64')]);
    if (count === 0) continue;
    writeFileSync(join(folder, name), Buffer.from(picture, 'base64'));
    found.push({ name, problem: `${count} pixels` });
  }
  await page.close();
  return { compared: names.length, found };
}

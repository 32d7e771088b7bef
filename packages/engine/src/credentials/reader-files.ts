// The packages that import the engine compile it too, and would not find the declaration by themselves.
/// <reference path="./webassembly.d.ts" />
import { readFile } from 'node:fs/promises';
import { limitMemory } from './limit-memory.ts';

/** 256 MB of 64 KiB each: a picture of 100 MB and its manifest fit in. */
const MEMORY_PAGES = 4_096;

/** The reader of the package, compiled, with a bound on its memory. @throws Error when the package is not installed */
export async function loadReader(): Promise<WebAssembly.Module> {
  const bytes = await readFile(new URL(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm')));
  return await WebAssembly.compile(new Uint8Array(limitMemory(bytes, MEMORY_PAGES)));
}

/** What of it is used here: the types of Node leave it out, and those of browsers bring everything else along. */
declare namespace WebAssembly {
  class Module {
    private readonly compiled: true;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}

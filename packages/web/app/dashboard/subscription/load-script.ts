/** How long a provider's script may take. Source: docs/specification.md §9. */
const scriptTimeoutMs = 15_000;

const loaded = new Set<string>();

/** Loads a script once. @throws when it does not load in time; it is asked for again the next time then */
export async function loadScript(address: string): Promise<void> {
  if (loaded.has(address)) return;
  const script = document.createElement('script');
  script.src = address;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout')), scriptTimeoutMs);
    const end = (then: () => void) => () => {
      clearTimeout(timer);
      then();
    };
    script.addEventListener('load', end(resolve));
    script.addEventListener(
      'error',
      end(() => reject(new Error('not loaded'))),
    );
    document.head.append(script);
  }).catch((error: unknown) => {
    script.remove();
    throw error;
  });
  loaded.add(address);
}

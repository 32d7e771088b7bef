/** How long a provider's script may take before the form says that it cannot be loaded. */
const LOAD_TIMEOUT_MS = 15_000;
/** The scripts call a function of the page once they are ready. */
const READY = 'clearframeCaptchaReady';

declare global {
  interface Window {
    [READY]?: () => void;
  }
}

/** Parameters of a provider's script: draw nothing by yourself, and say when you are ready. */
export function scriptAddress(url: string, parameters: Record<string, string>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries({ ...parameters, onload: READY })) address.searchParams.set(name, value);
  return address.href;
}

const loaded = new Map<string, Promise<void>>();

function append(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (): void => {
      clearTimeout(timer);
      // The next try asks for it anew.
      script.remove();
      loaded.delete(address);
      reject(new Error('Could not load the script'));
    };
    const timer = setTimeout(fail, LOAD_TIMEOUT_MS);
    window[READY] = () => {
      clearTimeout(timer);
      resolve();
    };
    script.src = address;
    script.async = true;
    script.addEventListener('error', fail);
    document.head.append(script);
  });
}

/** Loads a provider's script once for a page. It rejects when the script cannot be loaded or does not become ready. */
export function loadScript(address: string): Promise<void> {
  const known = loaded.get(address) ?? append(address);
  loaded.set(address, known);
  return known;
}

/** Tests and proofs wait for these words. An address follows where the machine serves HTTP. */
const words = {
  serves: 'Clearframe is ready at',
  analyses: 'Clearframe runs analyses for the servers on this database.',
};

/** What a machine says once it runs. @param address null = it serves no HTTP */
export const readyLine = (address: string | null): string => (address === null ? words.analyses : `${words.serves} ${address}`);

/** Whether a machine that printed this has said that it runs. `prove/fleet` waits for it. */
export const saysReady = (output: string): boolean => Object.values(words).some((said) => output.includes(said));

export type OptionHelp = {
  name: string;
  /** What stands behind it; absent = a switch. */
  value?: string;
  text: string;
  /** What a shell offers behind it: these words, files or folders. */
  offers?: readonly string[] | 'files' | 'folders';
};

export type CommandHelp = {
  name: string;
  synopsis: readonly string[];
  summary: string;
  text?: readonly string[];
  options?: readonly OptionHelp[];
  exits?: readonly (readonly [code: number, text: string])[];
  examples?: readonly (readonly [call: string, text: string])[];
  /** What a shell offers as its words. */
  offers?: readonly string[] | 'files';
  /** It works on a server's data, so it runs in the folder of that server. */
  isOperator?: boolean;
};

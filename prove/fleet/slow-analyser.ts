import { createServer } from 'node:http';
import { askedCategories } from '../../packages/engine/src/analysers/vision-llm/question.ts';

/** An analyser beside the built-in one, where every machine finds it. It answers when the proof wants it to. */
export type SlowAnalyser = {
  /** What machines are started with that ask it. */
  env: Record<string, string>;
  /** Addresses of machines that get no answer by themselves. */
  held: Set<string>;
  /** Pictures of these that wait, oldest first. */
  waiting: { address: string; answer(): void }[];
  close(): Promise<void>;
};

const seen = {
  description: 'Squares',
  categories: Object.fromEntries(askedCategories.map((name) => [name, 0])),
  visible_text: '',
};
const answer = JSON.stringify({ choices: [{ finish_reason: 'stop', message: { content: JSON.stringify(seen) } }] });

/** @param answerMs after so long it answers, unless the machine is held */
export async function startSlowAnalyser(host: string, answerMs: number): Promise<SlowAnalyser> {
  const held = new Set<string>();
  const waiting: SlowAnalyser['waiting'] = [];
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const address = request.socket.remoteAddress ?? '';
      const say = (): void => void response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
      if (held.has(address)) waiting.push({ address, answer: say });
      else setTimeout(say, answerMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The analyser has no port');
  const address = `${host}:${bound.port}`;
  return {
    held,
    waiting,
    env: {
      ANALYSERS: 'vision-llm',
      VISION_LLM_URL: `http://${address}/v1`,
      VISION_LLM_MODEL: 'proof',
      VISION_LLM_TRY_MS: '120000',
      ALLOW_PRIVATE_TARGETS: address,
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

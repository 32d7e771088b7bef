/** Asks /healthz every 10 ms from a thread of its own: an event loop that is blocked answers late. */
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 10;
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
const latencies = [];

const ping = () => {
  const started = performance.now();
  request(`${workerData.origin}/healthz`, { agent }, (response) => {
    response.resume().on('end', () => latencies.push(performance.now() - started));
  })
    .on('error', (error) => {
      throw error;
    })
    .end();
};
const timer = setInterval(ping, EVERY_MS);
parentPort.once('message', () => {
  clearInterval(timer);
  agent.destroy();
  parentPort.postMessage(latencies);
});

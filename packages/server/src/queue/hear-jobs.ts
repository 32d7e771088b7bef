import type { Db as QueueDb } from 'pg-boss';
import type { Listener } from '../db/listener.ts';

/**
 * Has the library hear of new jobs over our listener: its own would open another connection, to the address of its statements, which
 * may be a pool. What went past is looked for at once when it hears again.
 * @param own told the same, for workers that are not the library's
 */
export function hearJobs(db: QueueDb, listener: Listener, own: { onJob(queue: string): void; onListening(): void }): void {
  db.listen = async (channel, onPayload, onListening) => {
    const end = listener.hear(channel, {
      onPayload(queue) {
        onPayload(queue);
        own.onJob(queue);
      },
      onListening() {
        onListening();
        own.onListening();
      },
    });
    return { close: async () => end() };
  };
}

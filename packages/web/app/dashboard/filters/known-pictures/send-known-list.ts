import { endpoints, type KnownImportResult, type KnownList, messages } from '@clearframe/contract';
import { ClearframeError, readAnswer, receive } from '@clearframe/sdk';
import { endpointAddress } from '../../../shared/api/api-client.ts';
import { withRefresh } from '../../../shared/api/session-refresh.ts';
import { pageConnection } from '../../../shared/connection/page-connection.ts';

export type KnownFile = { list: KnownList; name: string; file: File };

/** Sends a file with a list of hashes. @throws ClearframeError, with a line for each hash that is none */
export async function sendKnownList({ list, name, file }: KnownFile): Promise<KnownImportResult> {
  const endpoint = endpoints.importKnown;
  const send = async () => {
    const body = new FormData();
    body.set('file', file, file.name);
    try {
      const headers = { Accept: 'application/json' };
      const address = endpointAddress(endpoint, { query: { list, name } });
      return await receive(await fetch(address, { method: endpoint.method, headers, body, credentials: 'same-origin' }));
    } catch (cause) {
      pageConnection.doubt();
      throw new ClearframeError(0, messages.requestFailed, { cause });
    }
  };
  return readAnswer(endpoint, await withRefresh(send));
}

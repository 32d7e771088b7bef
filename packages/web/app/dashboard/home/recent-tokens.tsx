import { limits, messages } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { TokenTable } from '../tokens/token-table.tsx';
import { tokensQuery } from '../tokens/tokens-query.ts';
import { LoadFault } from '../ui/load-fault.tsx';

/** The newest tokens; nothing while there is none. */
export function RecentTokens() {
  const tokens = useQuery(tokensQuery);
  if (tokens.isError && !tokens.data) {
    return <LoadFault title={messages.fetchTokensFailed} query={tokens} />;
  }
  if (!tokens.data || tokens.data.length === 0) return null;
  return (
    <section className="card">
      <div className="card-header">
        <h2>Recent tokens</h2>
        <Link className="link" to="/dashboard/tokens">
          Manage tokens
        </Link>
      </div>
      <TokenTable rows={tokens.data.slice(0, limits.recentListSize)} />
    </section>
  );
}

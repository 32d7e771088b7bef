import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { RoleGate } from '../../dashboard/shell/role/role-gate.tsx';
import { TokensPage } from '../../dashboard/tokens/tokens-page.tsx';
import { monoFontLinks } from '../../shared/page/mono-font.ts';
import { pageMeta } from '../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'API Tokens · Clearframe', description: 'Tokens for your own programs.' });
export const links = monoFontLinks;
export const handle: PageHandle = { title: 'API Tokens' };

export default function Tokens() {
  return (
    <RoleGate action="tokens.manage" thing="API tokens are">
      <TokensPage />
    </RoleGate>
  );
}

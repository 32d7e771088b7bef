import { TokensPage } from '../../features/tokens/tokens-page.tsx';
import { monoFontLinks } from '../../mono-font.ts';
import { pageMeta } from '../../page-meta.ts';
import { RoleGate } from '../../role/role-gate.tsx';
import type { PageHandle } from '../../shell/page-handle.ts';

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

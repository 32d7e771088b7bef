import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { CurrentCard } from './current-card.tsx';

const usage = { media_used_this_period: 2, media_remaining: 8, total_media_allowed: 10 };

it('UP-08 shows frames that the operator granted to an account without a subscription', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <CurrentCard subscription={null} usage={usage} />
    </MemoryRouter>,
  );
  expect(html).toContain('Granted by the operator');
  expect(html).toMatch(/2<\/b> <span[^>]*>of 10 frames used/);
  expect(html).not.toContain('No subscription');
});

it('SUB-02 says that there is no subscription when there is nothing else either', () => {
  expect(
    renderToStaticMarkup(
      <MemoryRouter>
        <CurrentCard subscription={null} usage={null} />
      </MemoryRouter>,
    ),
  ).toContain('No subscription');
});

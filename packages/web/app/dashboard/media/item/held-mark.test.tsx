import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { HeldFor } from './held-mark.tsx';

it('MED-05 says that an item is held for whoever looks at it, what others see, and when it is free again', () => {
  const html = renderToStaticMarkup(<HeldFor name="Mara Lind" />);
  expect(html).toContain(
    'title="Others see that you are looking. It is free again when you decide, leave, or are idle for 2 minutes."',
  );
  // A screen reader hears the words. The initials are a picture of a name that the person knows.
  const heard = html.replace(/<span[^>]*aria-hidden="true"[^>]*>[^<]*<\/span>/g, '');
  expect(html).toMatch(/aria-hidden="true">ML</);
  expect(heard.replace(/<[^>]+>/g, '')).toBe('Held for you');
});

import { z } from 'zod';
import { erasedText } from '../statements/erased-text.ts';

/** Of an event only where an author may stand. */
const Event = z.looseObject({
  data: z.looseObject({
    media_upload: z.looseObject({ author: z.unknown() }).nullable().optional(),
    appeal: z.looseObject({ text: z.string() }).optional(),
    statement: z.looseObject({ author_id: z.unknown() }).optional(),
  }),
});

/** The same event with `null` for its author, and without what they wrote. Pure. */
export function withoutAuthor(body: string): string {
  const event = Event.parse(JSON.parse(body));
  if (event.data.media_upload) event.data.media_upload.author = null;
  if (event.data.statement) event.data.statement.author_id = null;
  if (event.data.appeal) event.data.appeal.text = erasedText;
  return JSON.stringify(event);
}

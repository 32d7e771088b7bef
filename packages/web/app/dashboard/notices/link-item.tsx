import type { Notice } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { TextField } from '../../shared/form/field.tsx';
import { textOf, useForm } from '../../shared/form/use-form.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { useLinkNotice } from './notice-queries.ts';
import { idIn } from './notice-words.ts';
import styles from './notices.module.css';

/** Says which item a notice is about. Its copies are searched at once. */
export function LinkItem({ notice }: { notice: Notice }) {
  const link = useLinkNotice(notice.id);
  const toast = useToast();
  const { form, errors, busy, submit, clearErrors } = useForm<string | null>({
    fields: ['item'],
    refusedAt: 'item',
    fallback: 'Nothing was linked. Try again.',
    read: (data) => idIn(textOf(data, 'item')),
    check: (id): Record<string, string> => (id === null ? { item: 'Paste the id of an item, or the address of its page' } : {}),
    send: async (id) => {
      try {
        if (id !== null) await link.mutateAsync(id);
        toast('Item linked');
      } catch (error) {
        if (error instanceof ClearframeError && error.code === 'notice_decided') return;
        throw error;
      }
    },
  });
  return (
    <form
      ref={form}
      className={styles.link}
      method="post"
      noValidate
      onChange={clearErrors}
      onSubmit={(event) => void submit(event)}
    >
      <TextField label="Id of the item" name="item" autoComplete="off" error={errors.item} />
      <Button type="submit" busy={busy}>
        Link item
      </Button>
    </form>
  );
}

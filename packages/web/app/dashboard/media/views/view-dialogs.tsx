import { limits, type SavedView, ViewInput } from '@clearframe/contract';
import { TextField } from '../../../shared/form/field.tsx';
import { errorsFromIssues } from '../../../shared/form/form-errors.ts';
import { textOf } from '../../../shared/form/use-form.ts';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import scopesStyles from '../../ui/scopes.module.css';
import type { Filters } from '../address.ts';
import { useChangeView, useDeleteView, useSaveView } from './view-queries.ts';

export type ViewQuestion = { act: 'save'; filters: Filters } | { act: 'change' | 'delete'; view: SavedView };

type ViewDialogsProps = {
  /** For what comes in its place where its code cannot be fetched. */
  open: boolean;
  question: ViewQuestion | null;
  /** The person's own views. */
  own: readonly SavedView[];
  onClose: () => void;
  onDone: (words: string) => void;
};

const Named = ViewInput.pick({ name: true, shared: true });

/** Asks for the name of a view, and before one is deleted. */
export function ViewDialogs({ question, own, onClose, onDone }: ViewDialogsProps) {
  const save = useSaveView(own);
  const change = useChangeView();
  const remove = useDeleteView();
  const view = question?.act === 'save' ? undefined : question?.view;
  return (
    <>
      <DialogForm<Pick<ViewInput, 'name' | 'shared'>>
        open={question !== null && question.act !== 'delete'}
        onClose={onClose}
        title={view ? `Change “${view.name}”` : 'Save these filters as a view'}
        submit="Save view"
        fields={['name']}
        check={(input) => errorsFromIssues(Named.safeParse(input).error?.issues ?? [])}
        faultTitle="Could not save the view"
        fallback="Try again."
        ready={(data) => textOf(data, 'name').trim() !== ''}
        read={(data) => ({ name: textOf(data, 'name').trim(), shared: data.has('shared') })}
        send={async (input) => {
          if (question?.act === 'save') {
            // As the list reads an address: without an order it goes by newest.
            await save.mutateAsync({ ...input, filter: { sort: 'newest', ...question.filters } });
          } else if (view) await change.mutateAsync({ id: view.id, body: input });
          onDone(`“${input.name}” saved`);
        }}
      >
        {({ errors, fault }) => (
          <>
            <TextField
              label="Name"
              name="name"
              defaultValue={view?.name ?? ''}
              maxLength={limits.viewNameMaxLength}
              hint={view ? undefined : 'A view of yours with this name is replaced.'}
              autoComplete="off"
              error={errors.name}
            />
            <label className={scopesStyles.scope}>
              <input type="checkbox" name="shared" defaultChecked={view?.shared ?? false} />
              <span>
                Share it with your team
                <small>Everybody in the account sees it. Only you change it.</small>
              </span>
            </label>
            {fault}
          </>
        )}
      </DialogForm>
      <AskDialog
        open={question?.act === 'delete'}
        onClose={onClose}
        title={`Delete “${view?.name ?? ''}”?`}
        about={view?.id}
        keep="Keep it"
        act="Delete view"
        kind="fail-solid"
        faultTitle="Could not delete the view"
        fallback="Try again."
        onAct={async () => {
          if (!view) return;
          await remove.mutateAsync(view);
          onDone(`“${view.name}” deleted`);
        }}
      >
        {view?.shared ? 'Your team loses it too. ' : ''}The items stay as they are.
      </AskDialog>
    </>
  );
}

import { limits } from '@clearframe/contract';
import { TextAreaField, TextField } from '../../shared/form/field.tsx';
import fieldStyles from '../../shared/ui/field.module.css';
import type { UploadFields } from './send-upload.ts';
import uploadStyles from './upload.module.css';

export const blankFields: UploadFields = { title: '', description: '', caption: '', tags: '' };

const heads = { open: 'All optional', checking: 'Locked while checking', sent: 'Sent with every image' } as const;

type DetailsCardProps = {
  fields: UploadFields;
  /** `sent` = the queue is through; images that are added to it go with the same words. */
  state: keyof typeof heads;
  onChange: (fields: UploadFields) => void;
};

/** The optional words of an upload. They can be changed until it is sent. */
export function DetailsCard({ fields, state, onChange }: DetailsCardProps) {
  const bind = (name: keyof UploadFields) => ({
    value: fields[name],
    readOnly: state !== 'open',
    onChange: (event: { target: { value: string } }) => onChange({ ...fields, [name]: event.target.value }),
  });
  return (
    <section className="card">
      <div className="card-header">
        <h2>Details</h2>
        <span className={fieldStyles.optional}>{heads[state]}</span>
      </div>
      <div className="card-body stack-5">
        <div className={`columns columns-1-1 ${uploadStyles.tight}`}>
          <TextField label="Title" placeholder="Shown in Content Review" maxLength={limits.titleMaxLength} {...bind('title')} />
          <TextField label="Tags" placeholder="plants, home" maxLength={limits.tagMaxLength * limits.tagsMax} {...bind('tags')} />
        </div>
        <TextAreaField label="Caption" rows={2} maxLength={limits.captionMaxLength} {...bind('caption')} />
        <TextAreaField
          label="Description"
          rows={2}
          maxLength={limits.descriptionMaxLength}
          hint="Title, tags, caption and description are checked against your forbidden and required keywords."
          {...bind('description')}
        />
      </div>
    </section>
  );
}

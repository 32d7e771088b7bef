import styles from '../../ui/keys.module.css';
import { useReview } from './review-context.ts';

/** Repeats the hints of the "?" dialog on wide screens; it says nothing new, so it is not read out. */
export function KeyBar() {
  const { canDecide, shortcuts } = useReview();
  if (!shortcuts) return null;
  const hints = [
    { keys: ['J', 'K'], word: 'Move' },
    ...(canDecide
      ? [
          { keys: ['P'], word: 'Pass' },
          { keys: ['F'], word: 'Fail' },
          { keys: ['X'], word: 'Select' },
          { keys: ['U'], word: 'Undo' },
        ]
      : []),
    { keys: ['R'], word: 'Reveal' },
    { keys: ['↵'], word: 'Open' },
  ];
  return (
    <div className={styles.keys} data-slot="keys" aria-hidden="true">
      {hints.map(({ keys, word }) => (
        <span key={word}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {word}
        </span>
      ))}
    </div>
  );
}

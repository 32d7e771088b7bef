let waiting = 0;

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * For what is sent once an answer has come: whoever closes the window before that is asked, since it would be lost. What is sent already
 * arrives without the window.
 */
export async function askBeforeClose<T>(answer: Promise<T>): Promise<T> {
  waiting += 1;
  if (waiting === 1) addEventListener('beforeunload', ask);
  try {
    return await answer;
  } finally {
    waiting -= 1;
    if (waiting === 0) removeEventListener('beforeunload', ask);
  }
}

/** Somebody closed the question who they are. They know: a page says at most that nothing happened. */
export class NotConfirmed extends Error {
  override name = 'NotConfirmed';
  constructor() {
    super('Not confirmed. Nothing was changed.');
  }
}

/**
 * One of the operations that run beside each other. Whatever it asks of the database, of storage or of a hook's server is a step,
 * which waits here until the schedule lets it go on.
 */
export type Lane = {
  /** Under which the database knows its connections. */
  readonly name: string;
  /** Runs the step when the schedule says so; at once while nothing is scheduled. */
  step<T>(label: string, work: () => Promise<T>): Promise<T>;
};

type Waiting = { label: string; go: () => void };

/** What the schedule sees of a lane. */
export type ScheduledLane = Lane & {
  /** Steps that wait, the first one goes first. */
  readonly waiting: Waiting[];
  /** Steps that were let go and have not come back. */
  inFlight: number;
  /** Nothing is under way; then steps are not held. */
  isOver: boolean;
  /** Its step waits in the database for a lock that another lane holds. */
  isBlocked: boolean;
  /** Told whenever one of these changes. */
  onChange: () => void;
};

export function createLane(name: string): ScheduledLane {
  const lane: ScheduledLane = {
    name,
    waiting: [],
    inFlight: 0,
    isOver: true,
    isBlocked: false,
    onChange: () => {},
    async step(label, work) {
      if (lane.isOver) return await work();
      await new Promise<void>((resolve) => {
        lane.waiting.push({ label, go: resolve });
        lane.onChange();
      });
      try {
        return await work();
      } finally {
        lane.inFlight -= 1;
        lane.isBlocked = false;
        lane.onChange();
      }
    },
  };
  return lane;
}

/**
 * An instant of a job as its partner has always seen it: the clock of a sandbox moves the instants of its jobs back
 * (`sandbox/age-world.ts`). Live jobs have `aged_ms` 0.
 */
export const asSeen = (at: Date, { aged_ms }: { aged_ms: number }): Date =>
  aged_ms === 0 ? at : new Date(at.getTime() + aged_ms)

import { MailRefused, MailUnknown } from './outcome.ts'

/** What becomes of a mail after an attempt that failed. */
export type Next =
  | { status: 'due'; delaySeconds: number; unknownOutcomes: number }
  | { status: 'failed' | 'unknown'; unknownOutcomes: number }

export type MailLife = { attempts: number; unknownOutcomes: number; remainingSeconds: number }

/**
 * A mail that cannot be accepted ends. After a lost answer it is sent once more, with the same Message-ID, because a
 * missing receipt is worse than two of them that most mail systems show as one; after a second one it ends as
 * `unknown`. All else is tried again until the mail is too old.
 */
export function afterFailure(error: unknown, life: MailLife): Next {
  const unknownOutcomes = life.unknownOutcomes + (error instanceof MailUnknown ? 1 : 0)
  const delaySeconds = Math.min(30 * 2 ** Math.min(life.attempts - 1, 10), 1_800)
  const isOver =
    (error instanceof MailRefused && error.isFinal) || !mayTry({ ...life, unknownOutcomes }, delaySeconds)
  return isOver
    ? { status: endOf({ unknownOutcomes }), unknownOutcomes }
    : { status: 'due', delaySeconds, unknownOutcomes }
}

/** False when the mail is too old, or another attempt could make it arrive a third time. */
export const mayTry = ({ unknownOutcomes, remainingSeconds }: MailLife, delaySeconds = 0): boolean =>
  unknownOutcomes <= maxRepeats && remainingSeconds > delaySeconds

export const endOf = ({ unknownOutcomes }: Pick<MailLife, 'unknownOutcomes'>): 'failed' | 'unknown' =>
  unknownOutcomes > 0 ? 'unknown' : 'failed'

const maxRepeats = 1

import { Type } from 'typebox'
import { Id, Instant, MaybeInstant } from '../app/common.ts'
import { TimeZone, Wish } from '../app/time.ts'
import { closed } from './money/common.ts'

/** What happened to a proposed window. `replaced`: by a later one; `ended`: staff moved the job to another carrier. */
export const windowStatuses = ['proposed', 'agreed', 'replaced', 'ended'] as const

/** The time of the collection (decision 69), for staff. */
export const StaffTime = Type.Object(
  {
    time_zone: TimeZone,
    collect_by: MaybeInstant('The deadline for the collection', 'if the job has none now'),
    wishes: Type.Array(Wish, { description: 'The wishes of the customer, the most wished first.' }),
    windows: Type.Array(
      Type.Object(
        {
          window_id: Id('The window.'),
          carrier_id: Id('The carrier with whom it was proposed.'),
          by: Type.Enum(['customer', 'carrier'], { type: 'string' }),
          status: Type.Enum([...windowStatuses], { type: 'string' }),
          starts_at: Instant('The beginning'),
          ends_at: Instant('The end'),
          proposed_at: Instant('When it was proposed'),
          agreed_at: MaybeInstant('When the other side agreed', 'if it did not'),
        },
        closed,
      ),
      { description: 'Every window that was proposed, the oldest first.' },
    ),
  },
  { $id: 'StaffTime', ...closed },
)

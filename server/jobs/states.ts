import type { JobStatus } from '#contract/vocabulary.ts'

type Actor = 'customer' | 'carrier' | 'staff' | 'system'

export type Transition = { from: JobStatus; to: JobStatus; by: readonly Actor[] }

/**
 * All transitions of spec part 3. A draft is inserted by `insert-drafts.ts` and an expired draft is deleted, so
 * neither is a transition. `completed` and `cancelled` are final (DESIGN 3, Life).
 */
export const transitions = {
  publish: { from: 'draft', to: 'posted', by: ['system'] },
  accept: { from: 'posted', to: 'accepted', by: ['carrier'] },
  complete: { from: 'accepted', to: 'completed', by: ['system'] },
  withdraw: { from: 'posted', to: 'cancelled', by: ['customer', 'staff', 'system'] },
  cancel: { from: 'accepted', to: 'cancelled', by: ['customer', 'carrier', 'staff'] },
} as const satisfies Record<string, Transition>
export type TransitionName = keyof typeof transitions

/**
 * Steps inside a state, which are recorded as events too (DESIGN 3, Life: `collected` is a timestamp inside
 * `accepted`).
 */
export const steps = {
  pay: { within: 'draft', by: ['customer'] },
  reassign: { within: 'accepted', by: ['staff'] },
  collect: { within: 'accepted', by: ['carrier'] },
  deliver: { within: 'accepted', by: ['carrier'] },
  hide: { within: 'posted', by: ['system'] },
  show: { within: 'posted', by: ['system', 'customer'] },
  staffHide: { within: 'posted', by: ['staff'] },
  staffShow: { within: 'posted', by: ['staff'] },
} as const satisfies Record<string, { within: JobStatus; by: readonly Actor[] }>
export type StepName = keyof typeof steps

/** States of a day's comparison with the processor. `explained`: the difference was explained, or no longer exists. */
export const reconciliationStates = ['due', 'running', 'agrees', 'differs', 'explained', 'failed'] as const
export type ReconciliationState = (typeof reconciliationStates)[number]

/** States of one difference. `settled`: a later comparison found no difference. */
export const differenceStates = ['open', 'explained', 'settled'] as const
export type DifferenceState = (typeof differenceStates)[number]

import { listOwnKeys, readOwnKeyWindow } from '#contract/partner-panel/keys.ts'

/** What the acts on keys change. */
export const changedByKeys = [listOwnKeys, readOwnKeyWindow]

import { listOwnKeys, readOwnKeyWindow } from '#contract/partner-panel/keys.ts'

/** Queries whose responses the acts on keys change. */
export const changedByKeys = [listOwnKeys, readOwnKeyWindow]

import type { CarrierProfile } from '#contract/app/carrier.ts'

/** Town of the base, or the whole address if it names no town. */
export const baseOf = ({ base_place, base_address }: CarrierProfile): string => base_place || base_address

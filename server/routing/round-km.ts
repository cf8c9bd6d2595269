/** Rounds to one decimal, as displayed and charged. */
export const roundKm = (km: number): number => Math.round(km * 10) / 10

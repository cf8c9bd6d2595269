/** To the one decimal that is shown and charged for. */
export const roundKm = (km: number): number => Math.round(km * 10) / 10

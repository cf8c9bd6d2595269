/** A time span in a text. The caller decides the rounding. */
export type Duration = { count: number; unit: 'hour' | 'minute' }

/** A time span as a text shows it. The caller decides how it is rounded. */
export type Duration = { count: number; unit: 'hour' | 'minute' }

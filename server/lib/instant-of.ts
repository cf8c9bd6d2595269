const pattern = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/**
 * Reads an instant in ISO 8601, with its time zone.
 *
 * @returns milliseconds since 1970; NaN for any other text, also for a day that its month does not have.
 */
export function instantOf(text: string): number {
  const [, year, month, day] = pattern.exec(text) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCDate() === Number(day) ? Date.parse(text) : Number.NaN
}

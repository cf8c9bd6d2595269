/** The instant at which a day (`2026-11-22`) begins, or one some days later; undefined if it is not a day. */
export function startOfDay(day: string | undefined, daysLater: number): string | undefined {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const date = new Date(`${day}T00:00`)
  if (Number.isNaN(date.getTime())) return undefined
  date.setDate(date.getDate() + daysLater)
  return date.toISOString()
}

/**
 * Parses an ISO 8601 date (its start in UTC) or date and time; null when it is invalid. A time needs a zone, because
 * otherwise it depends on the machine. Days that do not exist are refused: JavaScript turns 30 February into 2 March.
 */
export function instantOf(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text)) return null
  const at = new Date(text)
  const day = text.slice(0, 10)
  const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day)
  return isDay && !Number.isNaN(at.getTime()) ? at : null
}

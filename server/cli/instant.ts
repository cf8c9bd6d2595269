/** A time without a zone would mean another instant on every machine, so it is refused; a date is its first moment in UTC. */
export function instantOf(text: string): Date | null {
  const at = new Date(text)
  const isInstant = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
  return isInstant && !Number.isNaN(at.getTime()) ? at : null
}

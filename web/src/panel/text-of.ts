/** A typed text of a form without blanks at its ends; undefined if it is empty. */
export function textOf(values: FormData, name: string): string | undefined {
  const value = values.get(name)
  return (typeof value === 'string' && value.trim()) || undefined
}

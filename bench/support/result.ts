/** One line of the report: a ratio or an amount, and its goal (`>= 0.95`, `< 400`, or empty). */
export type Result = { name: string; value: number; goal: string; detail?: string }

export function report(results: Result[]): string {
  return results
    .map(({ name, value, goal, detail = '' }) => {
      const shown = value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
      const verdict = goal ? (isMet(value, goal) ? 'met' : 'MISSED') : ''
      return `${verdict.padEnd(6)}  ${name.padEnd(66)} ${shown.padStart(12)}  ${goal.padEnd(8)}  ${detail}`.trimEnd()
    })
    .join('\n')
}

export function isMet(value: number, goal: string): boolean {
  const [operator, bound] = goal.split(' ')
  if (operator === '>=') return value >= Number(bound)
  if (operator === '<=') return value <= Number(bound)
  return value < Number(bound)
}

/** One line of the report: a ratio or an amount, and what it should be. */
export type Result = { name: string; value: number; goal: string; met: boolean; detail: string }

export function report(results: Result[]): string {
  return results
    .map(({ name, value, goal, met, detail }) => {
      const shown = value >= 100 ? value.toFixed(0) : value.toFixed(2)
      return `${met ? 'met   ' : 'MISSED'}  ${name.padEnd(46)} ${shown.padStart(8)}  (goal ${goal})  ${detail}`
    })
    .join('\n')
}

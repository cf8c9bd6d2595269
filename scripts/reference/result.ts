/** What one tool found. `covered` says what it looked at, in figures. */
export type Result = { tool: string; covered: string; violations: string[] }

/** A check that cannot run counts as a violation: otherwise a broken tool would look like a clean document. */
export async function resultOf(tool: string, check: () => Promise<Omit<Result, 'tool'>>): Promise<Result> {
  try {
    return { tool, ...(await check()) }
  } catch (error) {
    return { tool, covered: 'nothing', violations: [`it did not run: ${String(error)}`] }
  }
}

/** Prints one line for the tool, then a line for each violation; equal ones are counted. */
export function report({ tool, covered, violations }: Result): void {
  const count = violations.length === 1 ? '1 violation' : `${violations.length} violations`
  console.log(`${violations.length === 0 ? 'ok  ' : 'FAIL'} ${tool}: ${count}; ${covered}`)
  const counts = new Map<string, number>()
  for (const violation of violations) counts.set(violation, (counts.get(violation) ?? 0) + 1)
  for (const [violation, times] of counts) console.log(`     ${times > 1 ? `${times} × ` : ''}${violation}`)
}

type Counts = Record<'critical' | 'high' | 'moderate' | 'low', number>

/** Interprets the output of `npm audit --json`. npm's exit code is 1 both for findings and for an unreachable list. */
export function judgeAudit(output: string): { text: string; exitCode: 0 | 1 } {
  const counts = countsOf(output)
  if (!counts)
    return { text: 'NOT CHECKED: the list of known vulnerabilities cannot be reached from here', exitCode: 0 }
  const { critical, high, moderate, low } = counts
  return {
    text: `Known vulnerabilities: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low`,
    exitCode: critical + high > 0 ? 1 : 0,
  }
}

function countsOf(output: string): Counts | null {
  try {
    const { metadata } = JSON.parse(output) as { metadata?: { vulnerabilities?: Counts } }
    return metadata?.vulnerabilities ?? null
  } catch {
    return null
  }
}

import type { By } from '../../server/db/audit.ts'

/** The actor of an administrative act that a test does itself. */
export const byOperator = <R extends string | null = string>(
  reason: R = 'asked to' as R,
): By & { reason: R } => ({
  actor: { type: 'cli', name: 'operator' },
  reason,
})

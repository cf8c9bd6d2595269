import type { Staff } from './staff.ts'

/** Who calls the operation with what, and which act is recorded. */
export type AuditedOperation = { act: string; input: object; by?: Staff }

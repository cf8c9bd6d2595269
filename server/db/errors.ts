// SQLSTATE classes and codes of temporary failures: connection lost, shutting down, out of resources (disk full too),
// read-only after a failover, cancelled by the statement timeout, lock not available, serialization failure, deadlock.
const codes = /^(08|53|57P|58030$|25006$|57014$|55P03$|40001$|40P01$)/

const connectionCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/

// The Unix socket of the database is missing, or its queue is full. Other calls, on files and processes, fail so too.
const socketCodes = /^(ENOENT|EAGAIN)$/

const messages =
  /connection terminated|timeout exceeded when trying to connect|connection ended|query read timeout|cannot use a pool after|not queryable/i

/**
 * Whether the database was unavailable, rather than our code or the caller wrong. The statement may have taken effect.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code === 'string' && (codes.test(code) || connectionCodes.test(code))) return true
  if (typeof code === 'string' && socketCodes.test(code)) return syscall === 'connect'
  return messages.test(error.message)
}

/** Whether a write was refused because the account has been erased (`refuse_erased_account` in migration 0016). */
export const isErasedAccount = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === 'DR410'

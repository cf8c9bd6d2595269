import { Client, type ClientConfig, type QueryConfig } from 'pg'
import type { Throttle } from './throttle.ts'

/** How many statements a connection keeps. Further ones are planned at each call. This limits the connection's memory in PostgreSQL. */
const mostStatements = 300

/**
 * A connection that prepares every statement with parameters at its first use, so that PostgreSQL parses and plans it once. Use
 * it where planning takes longer than running (decision 41). A transaction is not paused, because others may wait for its locks.
 */
export class PreparedClient extends Client {
  readonly #names = new Map<string, string>()
  readonly #throttle: Throttle | undefined
  #isStale = false

  constructor(config: ClientConfig, throttle?: Throttle) {
    super(config)
    this.#throttle = throttle
  }

  /** A kept statement cannot run any more. The pool then closes the connection. */
  get isStale(): boolean {
    return this.#isStale
  }

  // A method would have to repeat all overloads of `Client`.
  override query = ((...sent: Sent) => {
    const pause = this.#isInTransaction() ? null : this.#throttle?.pause()
    return pause ? pause.then(() => this.#send(sent)) : this.#send(sent)
  }) as Client['query']

  #send([statement, values, callback]: Sent): unknown {
    const startedAt = performance.now()
    const count = () => this.#throttle?.count(performance.now() - startedAt)
    const called = callback && ((...outcome: unknown[]) => (count(), callback(...outcome)))
    const result: unknown = super.query(
      this.#named(statement, values) as string,
      values as unknown[],
      called as () => void,
    )
    // The pool itself closes a connection whose error came to a callback.
    if (result instanceof Promise)
      result.then(count, (error: unknown) => {
        count()
        this.#noteError(error)
      })
    return result
  }

  /** `T`: in one. `E`: in one that has failed, and only waits for its rollback. */
  #isInTransaction(): boolean {
    const status = (this as { getTransactionStatus?: () => string | null }).getTransactionStatus?.()
    return status === 'T' || status === 'E'
  }

  #named(statement: string | QueryConfig, values: unknown): string | QueryConfig {
    if (typeof statement === 'string')
      return hasValues(values) ? { name: this.#nameOf(statement), text: statement } : statement
    if (statement.name || 'submit' in statement || !hasValues(statement.values)) return statement
    return { ...statement, name: this.#nameOf(statement.text) }
  }

  /** @returns an empty name when there are too many; the statement is not kept then. */
  #nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known) return known
    if (this.#names.size >= mostStatements) return ''
    const name = `s${this.#names.size + 1}`
    this.#names.set(text, name)
    return name
  }

  #noteError(error: unknown): void {
    if (staleCodes.has((error as { code?: string }).code ?? '')) this.#isStale = true
  }
}

/** As pools and Kysely call it. */
type Sent = [statement: string | QueryConfig, values?: unknown, callback?: (...outcome: unknown[]) => void]

const hasValues = (values: unknown): boolean => Array.isArray(values) && values.length > 0

/**
 * Codes of PostgreSQL. 0A000: a statement reads all columns of a table, and a migration has added one. 26000: the statement does not
 * exist there.
 */
const staleCodes = new Set(['0A000', '26000'])

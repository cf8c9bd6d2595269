import { Client, type ClientConfig, type QueryConfig } from 'pg'
import type { Throttle } from './throttle.ts'

/** How many statements a connection keeps. Further ones are planned at each call. This limits the connection's memory in PostgreSQL. */
const maxStatements = 300

/**
 * A connection that prepares every statement with parameters at its first use, so that PostgreSQL parses and plans it once. Use
 * it where planning takes longer than running (decision 41). A transaction is not paused, because others may wait for its locks.
 */
export class PreparedClient extends Client {
  /** Statements by their text. They are passed to `pg` as they are, and `pg` copies them. */
  readonly #kept = new Map<string, Kept>()
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
  override query = ((statement: Statement, values?: unknown, callback?: Callback) => {
    const pause = this.#isInTransaction() ? null : this.#throttle?.pause()
    if (pause) return pause.then(() => this.#send(statement, values, callback))
    return this.#send(statement, values, callback)
  }) as Client['query']

  #send(statement: Statement, values: unknown, callback: Callback | undefined): unknown {
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

  #noteError(error: unknown): void {
    if (staleCodes.has((error as { code?: string }).code ?? '')) this.#isStale = true
  }

  /** `T`: in one. `E`: in one that has failed, and only waits for its rollback. */
  #isInTransaction(): boolean {
    const status = (this as { getTransactionStatus?: () => string | null }).getTransactionStatus?.()
    return status === 'T' || status === 'E'
  }

  #named(statement: Statement, values: unknown): Statement {
    if (typeof statement === 'string') return hasValues(values) ? this.#keep(statement) : statement
    if (statement.name || 'submit' in statement || !hasValues(statement.values)) return statement
    return { ...statement, name: this.#keep(statement.text).name }
  }

  /** @returns the statement with an empty name when there are too many; it is not kept then. */
  #keep(text: string): Kept {
    const known = this.#kept.get(text)
    if (known) return known
    if (this.#kept.size >= maxStatements) return { name: '', text }
    const kept = Object.freeze({ name: `s${this.#kept.size + 1}`, text })
    this.#kept.set(text, kept)
    return kept
  }
}

type Kept = { name: string; text: string }

/** As pools and Kysely call it. */
type Statement = string | QueryConfig
type Callback = (...outcome: unknown[]) => void

const hasValues = (values: unknown): boolean => Array.isArray(values) && values.length > 0

/**
 * Codes of PostgreSQL. 0A000: a statement reads all columns of a table, and a migration has added one. 26000: the statement does not
 * exist there.
 */
const staleCodes = new Set(['0A000', '26000'])

import { Client, type QueryConfig } from 'pg'

/** How many statements a connection keeps. Further ones are planned at each call. This limits the connection's memory in PostgreSQL. */
const mostStatements = 300

/**
 * A connection that prepares every statement with parameters at its first use, so that PostgreSQL parses it once and can keep
 * its plan. Use it where planning takes longer than running (decision 41).
 */
export class PreparedClient extends Client {
  readonly #names = new Map<string, string>()
  #isStale = false

  /** A kept statement cannot run any more. The pool then closes the connection. */
  get isStale(): boolean {
    return this.#isStale
  }

  // A method would have to repeat all overloads of `Client`.
  override query = ((statement: string | QueryConfig, values: unknown, callback: () => void) => {
    const sent: unknown = super.query(this.#named(statement, values) as string, values as unknown[], callback)
    // The pool itself closes a connection whose error came to a callback.
    if (sent instanceof Promise) sent.catch((error: unknown) => this.#noteError(error))
    return sent
  }) as Client['query']

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

const hasValues = (values: unknown): boolean => Array.isArray(values) && values.length > 0

/**
 * Codes of PostgreSQL. 0A000: a statement reads all columns of a table, and a migration has added one. 26000: the statement does not
 * exist there.
 */
const staleCodes = new Set(['0A000', '26000'])

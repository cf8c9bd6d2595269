/** One slip in one place, and the tests that must fail with it. `npm run mutants` tries it. */
export type Mutant = {
  name: string
  file: string
  /** The only place of the file with this text becomes `to`, which the compiler accepts too. */
  from: string
  to: string
  /** Test files, by a part of their paths: few and quick ones. */
  tests: readonly [string, ...string[]]
  /** The sentence of the spec or the design that is broken. */
  promise: string
}

/** The part of `pg-copy-streams` that we use; the package has no types. */
declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream'
  import type { Submittable } from 'pg'

  type Counted = { rowCount: number }
  export function to(text: string): Readable & Submittable & Counted
  export function from(text: string): Writable & Submittable & Counted
}

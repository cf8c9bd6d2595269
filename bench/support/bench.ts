import type { TestDatabase } from '../../test/support/database.ts'

/** Options of the command line: `npm run bench -- calls --rounds 7 --connections 10`. */
export type Options = {
  rounds: number
  seconds: number
  connections: number[]
  /** Keys that send the load, each of another partner. */
  keys: number
  /** The bench of calls goes on until it has sent this many requests. */
  requests: number
  profile: boolean
  /** Numbers of jobs and of keys whose effect `growth` measures. */
  jobs: number[]
  manyKeys: number[]
  /** Jobs that `life` lives through. */
  lives: number
  /** How long `memory` runs. */
  minutes: number
}

/** The input of every part. */
export type Bench = {
  /** An empty database, migrated. */
  db: TestDatabase
  /** Process id of PostgreSQL. */
  postmaster: number
  options: Options
}

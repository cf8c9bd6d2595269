import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * Which jobs a task works on: a condition on a row of `job`. The background tasks work on all jobs; the sandbox runs the same
 * tasks for the jobs of one test key.
 */
export type Scope = Expression<SqlBool>

export const allJobs: Scope = sql<boolean>`true`

/** Names the mode, so that PostgreSQL expects few rows, and does not read all jobs, where a live key has millions. */
export const jobsOfTestKey = (keyId: string): Scope =>
  sql<boolean>`job.key_id = ${keyId} and job.mode = 'test'`

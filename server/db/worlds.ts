import { sql } from 'kysely'

/**
 * A world of the sandbox (decision 41): the jobs of a test key under one name. The default world has the empty name.
 */
export type WorldName = { keyId: string; name: string }

/**
 * Whether a row of `job` belongs to a world. Names the mode, so PostgreSQL expects few rows and avoids reading all jobs
 * of a live key.
 */
export const jobsOfWorld = ({ keyId, name }: WorldName) =>
  sql<boolean>`job.key_id = ${keyId} and job.mode = 'test' and coalesce(job.sandbox_world, '') = ${name}`

/** The same condition for SQL without Kysely. */
export const isOfWorldSql = (key: `$${number}`, name: `$${number}`): string =>
  `job.key_id = ${key} and job.mode = 'test' and coalesce(job.sandbox_world, '') = ${name}`

/**
 * Jobs that live in real time. Jobs of a world wait for a request that moves its clock, so the background skips them.
 */
export const isInRealTimeSql = `(job.mode = 'live' or job.key_id is null)`

/**
 * The same of a row that names a job in this column, such as `sms.job_id`. A row without a job lives in real time too.
 */
export const belongsToRealTimeSql = (jobId: string): string =>
  `not exists (select from job where job.id = ${jobId} and not ${isInRealTimeSql})`

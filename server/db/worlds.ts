import { sql } from 'kysely'

/** A world of the sandbox (decision 41): the jobs of a test key under one name. The default world has the empty name. */
export type WorldName = { keyId: string; name: string }

/**
 * Whether a row of `job` belongs to a world. Names the mode, so that PostgreSQL expects few rows, and does not read all jobs, where a
 * live key has millions.
 */
export const jobsOfWorld = ({ keyId, name }: WorldName) =>
  sql<boolean>`job.key_id = ${keyId} and job.mode = 'test' and coalesce(job.sandbox_world, '') = ${name}`

/** The same condition, for statements without Kysely. */
export const isOfWorldSql = (key: `$${number}`, name: `$${number}`): string =>
  `job.key_id = ${key} and job.mode = 'test' and coalesce(job.sandbox_world, '') = ${name}`

/** Jobs that live in real time. Those of a world stay still until a call moves it, so the background leaves them alone. */
export const isInRealTimeSql = `(job.mode = 'live' or job.key_id is null)`

/**
 * The same of a row that names a job in this column, such as `sms.job_id`. A row without a job lives in real time too.
 */
export const belongsToRealTimeSql = (jobId: string): string =>
  `not exists (select from job where job.id = ${jobId} and not ${isInRealTimeSql})`

import { type Expression, type SqlBool, sql } from 'kysely'
import { isInRealTimeSql } from '../db/worlds.ts'

/**
 * Which jobs a task works on: a condition on a row of `job`. The sandbox runs the tasks of
 * the background for the jobs of one world (`db/worlds.ts`).
 */
export type Scope = Expression<SqlBool>

export const allJobs: Scope = sql<boolean>`true`

/** All but the jobs of the sandbox: the scope of the background tasks. */
export const jobsInRealTime: Scope = sql<boolean>`${sql.raw(isInRealTimeSql)}`

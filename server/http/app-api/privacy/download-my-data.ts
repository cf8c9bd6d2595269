import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { downloadMyData } from '#contract/app/data.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import type { Tables } from '../../../db/tables.ts'
import { exportAccount } from '../../../privacy/export-account.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { rateLimited } from '../../rate-headers.ts'

export type DownloadNeeds = { kysely: Kysely<Tables>; limiter: Limiter }

/** Limit per account: an export reads all data of an account. Enough for a retry, too few to load the database. */
const mostPerMinute = 2

/** Sends all data about the caller as a file. */
export function mountDownloadMyData(scope: FastifyInstance, { kysely, limiter }: DownloadNeeds): void {
  mount(scope, downloadMyData, async ({ caller: { accountId }, reply }) => {
    const decision = await limiter.take(`account:${accountId}:data`, mostPerMinute)
    if (!decision.allowed) throw rateLimited(decision)
    const pieces = await exportAccount(kysely, accountId)
    if (!pieces) throw notFound
    reply.header('content-type', 'application/json')
    reply.header('content-disposition', 'attachment; filename="dray-my-data.json"')
    return Readable.from(pieces)
  })
}

import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { ListedSandboxOperation } from '#contract/sandbox/index.ts'
import { stories, storyOf } from '#contract/sandbox/stories.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import type { Tables } from '../../db/tables.ts'
import type { SendDraftSms } from '../../jobs/drafts/send-draft-sms.ts'
import { rateSubject } from '../../keys/rate-subject.ts'
import { readPage } from '../../lib/page.ts'
import { createDeleteWorld } from '../../sandbox/delete-world.ts'
import { listTexts as list, listJobs } from '../../sandbox/lists.ts'
import type { SettleNeeds } from '../../sandbox/settle-world.ts'
import type { WithWorld } from '../../sandbox/with-world.ts'
import { inWorld, listWorlds, readWorld } from '../../sandbox/world.ts'
import { texts } from '../../texts/index.ts'
import type { Handlers } from '../mount.ts'
import { findJob } from './find-job.ts'
import { makeMove } from './make-move.ts'
import { moveClock } from './move-clock.ts'
import { presentClock, presentSandboxJob } from './present.ts'
import { type PriceNeeds, previewPrice } from './preview-price.ts'
import { worldOf } from './world-header.ts'

export type SandboxNeeds = SettleNeeds &
  PriceNeeds & {
    pool: pg.Pool
    kysely: Kysely<Tables>
    limiter: Limiter
    withWorld: WithWorld
    stopSignal: AbortSignal
    texter: Pick<SendDraftSms, 'preview'>
  }

export const sandboxHandlers: Handlers<readonly ListedSandboxOperation[], SandboxNeeds> = {
  deleteWorld: (needs) => {
    const remove = createDeleteWorld(needs)
    return ({ caller, request }) => remove(worldOf(request, caller))
  },
  fillWindow:
    ({ limiter }) =>
    async ({ caller: { keyId, rateLimitPerMinute: limit }, body }) => {
      const { used } = await limiter.fill(rateSubject(keyId), limit, body.remaining)
      return { limit, remaining: Math.max(0, limit - used) }
    },
  listSandboxJobs:
    ({ kysely }) =>
    async ({ caller, request, query: { before } }) => {
      const world = await readWorld(kysely, worldOf(request, caller))
      const find = (limit: number) => listJobs(kysely, world, { before, limit })
      const { rows, next } = await readPage({ limit: pageSize }, find, ({ jobId }) => jobId)
      return {
        jobs: rows.map(({ jobId, externalReference, title, status, storyPhone, createdAt, agedMs }) => ({
          job_id: jobId,
          world: world.name || null,
          external_reference: externalReference,
          title,
          status,
          story: storyOf(storyPhone),
          created_at: inWorld(createdAt, agedMs).toISOString(),
        })),
        next,
      }
    },
  listStories:
    () =>
    async ({ language }) => ({
      stories: stories.map((story) => ({ ...story, tells: texts[language].sandbox.stories[story.name] })),
    }),
  listTexts:
    ({ kysely }) =>
    async ({ caller, request, query }) => {
      const world = await readWorld(kysely, worldOf(request, caller))
      const jobId = query.job_id?.toLowerCase()
      const rows = await list(kysely, world, jobId)
      // Also a job without a text is known.
      if (jobId && rows.length === 0) await findJob(kysely, world, jobId)
      return {
        sms: rows.map(({ jobId, to, kind, body, link, code, status, createdAt, agedMs }) => ({
          job_id: jobId ?? '',
          to,
          kind,
          body,
          link,
          code,
          status,
          created_at: inWorld(createdAt, agedMs).toISOString(),
        })),
      }
    },
  previewText:
    ({ texter }) =>
    async ({ caller: { companyName }, body }) => {
      const { title, language, pickup_place = 'Madrid', dropoff_place = 'Zaragoza', total_eur = 45.2 } = body
      const { text, savedSegments, ...size } = texter.preview({
        companyName,
        title,
        language,
        pickupPlace: pickup_place,
        dropoffPlace: dropoff_place,
        totalCents: Math.round(total_eur * 100),
      })
      return { body: text, ...size, saved_segments: savedSegments }
    },
  readClock:
    ({ kysely }) =>
    async ({ caller, request }) => ({
      ...(await presentClock(kysely, await readWorld(kysely, worldOf(request, caller)))),
      worlds: await listWorlds(kysely, caller.keyId),
    }),
  readSandboxJob:
    ({ kysely }) =>
    async ({ caller, request, params: { job_id } }) => {
      const world = await readWorld(kysely, worldOf(request, caller))
      return presentSandboxJob(kysely, world, await findJob(kysely, world, job_id))
    },
  makeMove,
  moveClock,
  previewPrice,
}

const pageSize = 100

import { useCallback, useRef, useState } from 'react'
import { listTexts } from '#contract/sandbox/texts.ts'
import {
  type Clock as ClockBody,
  readClock,
  readSandboxJob,
  type SandboxJob,
} from '#contract/sandbox/world.ts'
import { ask, type Output } from '../api.ts'
import { Refusal } from '../refusal.ts'
import { useEverySoOften } from '../use-every-so-often.ts'
import type { SessionJob } from './session-jobs.ts'
import { useJobs } from './use-jobs.ts'
import { pollMs, useTick } from './use-tick.ts'

/** The clock as it was read, with the instant of this device at that moment, and whether the page lets it go on. */
export type Clock = Shown & { readAtMs: number; isRunning: boolean }
type Shown = Omit<ClockBody, 'worlds'>
export type Sms = Output<typeof listTexts>['sms'][number]

/** The shown state of the selected job: null before the first response, `gone` for a deleted job. */
type Seen = { job: SandboxJob; sms: Sms[] } | 'gone' | null

export type World = {
  /** All jobs of the default world, the newest first. */
  jobs: SessionJob[]
  /** Whether it has jobs that are older than those. */
  hasMore: boolean
  /** From the next refresh on. */
  showMore: () => void
  selectedId: string | null
  seen: Seen
  clock: Clock | null
  refusal: Refusal | null
  select: (id: string) => void
  /** Adds a job that was created or opened in this tab, or updates it. */
  keep: (job: Partial<SessionJob> & { id: string }) => void
  showJob: (job: SandboxJob) => void
  showClock: (clock: Shown) => void
  refresh: () => Promise<void>
  forgetAll: () => void
}

/** Everything that the console shows, read again every few seconds. */
export function useWorld(): World {
  const { jobs, hasMore, firstId, keep, readAll, addPage, forget } = useJobs()
  const [selectedId, setSelectedId] = useState(firstId)
  const [seen, setSeen] = useState<Seen>(null)
  const [clock, setClock] = useState<Omit<Clock, 'isRunning'> | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const selected = useRef(selectedId)
  const order = useRef({ asked: 0, shown: 0 })
  const showClock = useCallback((body: Shown) => setClock({ ...body, readAtMs: Date.now() }), [])
  const showJob = useCallback(
    (job: SandboxJob) => {
      keep({ id: job.job_id, status: job.status, story: job.story })
      if (selected.current !== job.job_id) return
      order.current.shown = ++order.current.asked
      setSeen((before) => ({ job, sms: before && before !== 'gone' ? before.sms : [] }))
    },
    [keep],
  )
  const refresh = useCallback(async () => {
    const id = selected.current
    const mine = ++order.current.asked
    try {
      const reads = [ask(readClock, {}), readAll(), id ? readJob(id) : Promise.resolve(null)] as const
      const [read, showList, seenNow] = await Promise.all(reads)
      // An answer that a later one has overtaken is old.
      if (mine < order.current.shown) return
      order.current.shown = mine
      setRefusal(null)
      showClock(read)
      showList()
      if (id === null || id !== selected.current) return
      setSeen(seenNow)
      if (seenNow) keep({ id, ...factsOf(seenNow) })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (mine >= order.current.shown) setRefusal(error)
    }
  }, [keep, readAll, showClock])
  const select = useCallback(
    (id: string) => {
      selected.current = id
      setSelectedId(id)
      setSeen(null)
      void refresh()
    },
    [refresh],
  )
  const forgetAll = useCallback(() => {
    selected.current = null
    setSelectedId(null)
    forget()
    setSeen(null)
  }, [forget])

  const isRunning = jobs.some(isActedOnHere)
  useEverySoOften(useTick(isRunning, refresh), pollMs)
  const now = clock && { ...clock, isRunning }
  const shown = { jobs, hasMore, showMore: addPage, selectedId, seen, clock: now, refusal }
  return { ...shown, select, keep, showJob, showClock, refresh, forgetAll }
}

/** Whether this tab has created the job or made a move of it. */
const isActedOnHere = ({ sent, status }: SessionJob): boolean => sent !== undefined && status !== 'gone'

const factsOf = (seen: NonNullable<Seen>): Partial<SessionJob> =>
  seen === 'gone' ? { status: 'gone' } : { status: seen.job.status, story: seen.job.story }

/** The clock was queried just before the job, so a new job may have an earlier step. */
export function withNextOf(clock: Clock, seen: Seen): Clock {
  const next = seen && seen !== 'gone' ? seen.job.next : null
  const isSooner = next && next.at >= clock.now && (!clock.next || next.at < clock.next.at)
  return isSooner ? { ...clock, next } : clock
}

async function readJob(id: string): Promise<Seen> {
  const params = { job_id: id }
  try {
    const [job, { sms }] = await Promise.all([
      ask(readSandboxJob, { params }),
      ask(listTexts, { query: params }),
    ])
    return { job, sms }
  } catch (error) {
    if (error instanceof Refusal && (error.status === 404 || error.status === 400)) return 'gone'
    throw error
  }
}

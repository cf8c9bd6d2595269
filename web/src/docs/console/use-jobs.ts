import { useCallback, useEffect, useRef, useState } from 'react'
import { listSandboxJobs } from '#contract/sandbox/world.ts'
import { ask } from '../api.ts'
import {
  allJobs,
  type ListedJob,
  readSessionJobs,
  type SessionJob,
  withDeleted,
  withJob,
  writeSessionJobs,
} from './session-jobs.ts'

type Listed = { jobs: ListedJob[]; hasMore: boolean }

/** The jobs of the key: jobs listed by the service, and jobs created or opened in this tab. */
export function useJobs() {
  const [ofTab, setOfTab] = useState(readSessionJobs)
  const [listed, setListed] = useState<Listed>({ jobs: [], hasMore: false })
  const pages = useRef(1)
  // State of the functions below, which must not change with each list.
  const now = useRef({ ofTab, listed })
  useEffect(() => {
    now.current = { ofTab, listed }
    writeSessionJobs(ofTab)
  }, [ofTab, listed])

  const keep = useCallback((job: Partial<SessionJob> & { id: string }) => {
    const known = now.current.listed.jobs.find(({ id }) => id === job.id)
    setOfTab((before) => withJob(before, before.some(({ id }) => id === job.id) ? job : { ...known, ...job }))
  }, [])
  /** Queries the list. @returns a function that shows it. */
  const readAll = useCallback(async () => {
    const known = now.current.ofTab
    const read = await readPages(pages.current)
    return () => {
      setListed(read)
      if (!read.hasMore) setOfTab((before) => withDeleted(before, known, read.jobs))
    }
  }, [])
  const addPage = useCallback(() => {
    pages.current++
  }, [])
  const forget = useCallback(() => {
    setOfTab([])
    setListed({ jobs: [], hasMore: false })
  }, [])
  const jobs = allJobs(ofTab, listed.jobs)
  return { jobs, hasMore: listed.hasMore, firstId: ofTab[0]?.id ?? null, keep, readAll, addPage, forget }
}

async function readPages(count: number): Promise<Listed> {
  const jobs: ListedJob[] = []
  let next: string | null = null
  for (let page = 0; page < count && (page === 0 || next !== null); page++) {
    const answer: { jobs: (Omit<ListedJob, 'id'> & { job_id: string })[]; next: string | null } = await ask(
      listSandboxJobs,
      { query: next ? { before: next } : {} },
    )
    for (const { job_id, title, status, story } of answer.jobs)
      jobs.push({ id: job_id, title, status, story })
    next = answer.next
  }
  return { jobs, hasMore: next !== null }
}

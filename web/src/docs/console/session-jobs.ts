import type { StoryName } from '#contract/sandbox/stories.ts'
import type { JobStatus } from '#contract/vocabulary.ts'
import { readKey } from '../key-store.ts'
import type { Sent } from '../refusal.ts'

/** A job that was created or opened in this tab. `status` is the last one read. */
export type SessionJob = {
  id: string
  title: string
  story: StoryName | null
  status: JobStatus | 'gone'
  /** The requests of this tab for the job, newest first. */
  sent?: Sent[]
}

/** Each key has its list: a job of another key would look deleted. */
const stored = () => `dray-docs-jobs-${(readKey() ?? '').slice(-6)}`

export function readSessionJobs(): SessionJob[] {
  try {
    return JSON.parse(sessionStorage.getItem(stored()) ?? '[]') as SessionJob[]
  } catch {
    return []
  }
}

export function writeSessionJobs(jobs: SessionJob[]): void {
  try {
    sessionStorage.setItem(stored(), JSON.stringify(jobs.slice(0, most)))
  } catch {
    // A browser without storage forgets the jobs at the next reload.
  }
}

const most = 50

/** Adds a job at the top, or changes the one with its id. */
export function withJob(jobs: SessionJob[], job: Partial<SessionJob> & { id: string }): SessionJob[] {
  const known = jobs.find(({ id }) => id === job.id)
  if (known) return jobs.map((each) => (each === known ? { ...known, ...job } : each))
  return [{ title: job.id, story: null, status: 'draft', ...job }, ...jobs]
}

/** A job of the key as the service lists it. */
export type ListedJob = Pick<SessionJob, 'id' | 'title' | 'story'> & { status: JobStatus }

/** All jobs of the key: new ones of this tab, jobs listed by the service, and deleted ones of this tab. */
export function allJobs(ofTab: SessionJob[], listed: ListedJob[]): SessionJob[] {
  const rest = ofTab.filter(({ id }) => !listed.some((job) => job.id === id))
  const seen = listed.map((job) => ({ ...ofTab.find(({ id }) => id === job.id), ...job }))
  const isGone = ({ status }: SessionJob) => status === 'gone'
  return [...rest.filter((job) => !isGone(job)), ...seen, ...rest.filter(isGone)]
}

/** Known jobs that are missing in the complete list were deleted. */
export const withDeleted = (ofTab: SessionJob[], known: SessionJob[], listed: ListedJob[]): SessionJob[] =>
  ofTab.map((job) =>
    known.some(({ id }) => id === job.id) && !listed.some(({ id }) => id === job.id)
      ? { ...job, status: 'gone' }
      : job,
  )

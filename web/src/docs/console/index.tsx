import './console.css'
import { useCallback, useId, useRef, useState } from 'react'
import type { SandboxJob } from '#contract/sandbox/world.ts'
import { KeyField } from '../key-field.tsx'
import { Problem } from '../problem.tsx'
import type { Sent } from '../refusal.ts'
import { useConsoleTexts, useTexts } from '../texts.ts'
import { useKey } from '../use-key.ts'
import { ClockCard } from './clock.tsx'
import { JobCard } from './job.tsx'
import { JobList } from './job-list.tsx'
import { NewJob } from './new-job.tsx'
import { useWorld } from './use-world.ts'
import { useWords } from './words.ts'
import { WorldCard } from './world-card.tsx'

/** The console of the sandbox: jobs, the people who act on them, and their clock. */
export function Console() {
  const key = useKey()
  return (
    <>
      <KeyField />
      {key ? <Inside key={key} /> : <Begin />}
    </>
  )
}

/** Shows the clock and the job, and moves the focus to the heading of a job that the person opened. */
function useFocusOnOpen() {
  const isWanted = useRef(false)
  const main = useRef<HTMLDivElement>(null)
  const present = useRef<HTMLHeadingElement>(null)
  const focusNow = useCallback(() => {
    present.current?.focus({ preventScroll: true })
    showFromTop(main.current)
  }, [])
  const heading = useCallback(
    (drawn: HTMLHeadingElement | null) => {
      present.current = drawn
      if (!drawn || !isWanted.current) return
      isWanted.current = false
      focusNow()
    },
    [focusNow],
  )
  const focusNext = () => {
    isWanted.current = true
  }
  return { main, heading, focusNow, focusNext }
}

/** Scrolls to the start of an element, unless that is in the upper part of the screen already. */
function showFromTop(element: HTMLElement | null): void {
  const top = element?.getBoundingClientRect().top ?? 0
  if (top < 0 || top > innerHeight / 3) element?.scrollIntoView({ block: 'start' })
}

function Begin() {
  const { begin } = useConsoleTexts()
  return (
    <div className="console-begin">
      <h2>{begin.heading}</h2>
      <ul>
        {begin.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  )
}

function Inside() {
  const world = useWorld()
  const t = useConsoleTexts()
  const words = useWords()
  const { key: keyTexts } = useTexts()
  const [told, setTold] = useState('')
  const { main, heading, focusNow, focusNext } = useFocusOnOpen()
  const [isFolded, setFolded] = useState(true)
  const formId = useId()
  const hasJob = world.selectedId !== null
  const open = (id: string) => {
    setFolded(true)
    if (id === world.selectedId) return focusNow()
    focusNext()
    world.select(id)
  }
  const tellMove = (job: SandboxJob, sent: Sent) => {
    const last = job.timeline.at(-1)
    const before = world.jobs.find(({ id }) => id === job.job_id)?.sent ?? []
    world.keep({ id: job.job_id, sent: [sent, ...before].slice(0, maxSent) })
    world.showJob(job)
    if (last) setTold(t.job.changed(words(last.what), t.statuses[job.status]))
  }
  return (
    <section className="console" aria-label={keyTexts.inUse}>
      <p role="status" className="tool-hidden">
        {told}
      </p>
      <div className="console-new" data-folded={isFolded && hasJob}>
        {hasJob && <FoldButton isFolded={isFolded} controls={formId} onFold={setFolded} />}
        <NewJob
          id={formId}
          onCreated={(job) => {
            world.keep(job)
            setTold(t.create.created)
            open(job.id)
          }}
        />
      </div>
      <div className="console-main" ref={main}>
        <Problem refusal={world.refusal} />
        <ClockCard world={world} />
        <JobCard world={world} onHeading={heading} onMoved={tellMove} />
      </div>
      <div className="console-rest">
        <JobList world={world} onOpen={open} />
        <WorldCard world={world} onTold={setTold} />
      </div>
    </section>
  )
}

/** Limit of stored requests per job. */
const maxSent = 20

type FoldButtonProps = { isFolded: boolean; controls: string; onFold: (isFolded: boolean) => void }

/** On a phone, the form makes room for the created job. On a wide screen the form stays, and this is hidden. */
function FoldButton({ isFolded, controls, onFold }: FoldButtonProps) {
  const { create } = useConsoleTexts()
  return (
    <button
      type="button"
      className="tool-button console-fold"
      data-look="plain"
      aria-expanded={!isFolded}
      aria-controls={controls}
      onClick={() => onFold(!isFolded)}
    >
      {isFolded ? create.unfold : create.fold}
    </button>
  )
}

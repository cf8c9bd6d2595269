import './console.css'
import { useCallback, useRef, useState } from 'react'
import type { SandboxJob } from '#contract/sandbox/world.ts'
import { KeyField } from '../key-field.tsx'
import { useKey } from '../key-store.ts'
import { Problem } from '../problem.tsx'
import { useConsoleTexts, useTexts } from '../texts.ts'
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

/** Moves the focus to the heading of a job once it is drawn, after a person has opened that job. */
function useFocusOnOpen() {
  const isWanted = useRef(false)
  const present = useRef<HTMLHeadingElement>(null)
  const heading = useCallback((drawn: HTMLHeadingElement | null) => {
    present.current = drawn
    if (!drawn || !isWanted.current) return
    isWanted.current = false
    drawn.focus()
  }, [])
  const focusNext = () => {
    isWanted.current = true
  }
  return { heading, focusNow: () => present.current?.focus(), focusNext }
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
  const { heading, focusNow, focusNext } = useFocusOnOpen()
  const open = (id: string) => {
    if (id === world.selectedId) return focusNow()
    focusNext()
    world.select(id)
  }
  const tellMove = (job: SandboxJob) => {
    const last = job.timeline.at(-1)
    world.showJob(job)
    if (last) setTold(t.job.changed(words(last.what), t.statuses[job.status]))
  }
  return (
    <section className="console" aria-label={keyTexts.inUse}>
      <p role="status" className="tool-hidden">
        {told}
      </p>
      <div className="console-side">
        <NewJob
          onCreated={(job) => {
            world.keep(job)
            setTold(t.create.created)
            open(job.id)
          }}
        />
        <JobList world={world} onOpen={open} />
      </div>
      <div className="console-main">
        <Problem refusal={world.refusal} />
        <ClockCard world={world} />
        <JobCard world={world} onHeading={heading} onMoved={tellMove} />
      </div>
      <WorldCard world={world} onTold={setTold} />
    </section>
  )
}

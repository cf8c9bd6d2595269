import { useId, useState } from 'react'
import { jobStatuses } from '#contract/vocabulary.ts'
import { TextField } from '../field.tsx'
import { duration, instant } from '../format.ts'
import { Problem } from '../problem.tsx'
import { useConsoleTexts, useTexts } from '../texts.ts'
import type { SessionJob } from './session-jobs.ts'
import { Steps } from './timeline.tsx'
import { type ClockMove, type Target, useClockMove } from './use-clock-move.ts'
import { secondsUntil, useNow } from './use-now.ts'
import { type Clock, type World, withNextOf } from './use-world.ts'
import { useWords } from './words.ts'

const day = 86_400

/** The clock of the key: its time, the next step, and ways to move it. */
export function ClockCard({ world }: { world: World }) {
  const { clock: t } = useConsoleTexts()
  const { loading } = useTexts()
  const clock = world.clock && withNextOf(world.clock, world.seen)
  const moving = useClockMove(async (moved, happened) => {
    world.showClock(moved)
    for (const { job_id, status } of happened)
      if (world.jobs.some(({ id }) => id === job_id))
        world.keep({ id: job_id, status: jobStatuses.find((each) => each === status) ?? 'gone' })
    await world.refresh()
  })
  const { isMoving, progress, refusal, move, stop } = moving
  return (
    <div className="tool-card tool-stack">
      <h2 className="tool-hidden">{t.heading}</h2>
      {clock ? <Now clock={clock} /> : <p className="tool-soft">{loading}</p>}
      <Ways isMoving={isMoving} hasNext={Boolean(clock?.next)} onGo={(target) => void move(target)} />
      {isMoving && (
        <div className="console-moving">
          <progress aria-label={t.moving} max={1} value={progress} />
          <button type="button" className="tool-button" data-look="plain" onClick={stop}>
            {t.stop}
          </button>
        </div>
      )}
      <Problem refusal={refusal} />
      <div aria-live="polite" className="tool-stack">
        <Happened moving={moving} jobs={world.jobs} />
      </div>
      <details className="tool-fold">
        <summary>{t.to}</summary>
        <ToInstant isMoving={isMoving} clock={clock} onGo={(to) => void move({ to })} />
      </details>
    </div>
  )
}

type WaysProps = { isMoving: boolean; hasNext: boolean; onGo: (target: Target) => void }

function Ways({ isMoving, hasNext, onGo }: WaysProps) {
  const { clock: t } = useConsoleTexts()
  const ways = [
    [t.minute, 60],
    [t.hour, 3_600],
    [t.day, day],
    [t.week, 7 * day],
  ] as const
  return (
    <div className="console-moves">
      <button
        type="button"
        className="tool-button"
        disabled={isMoving || !hasNext}
        onClick={() => onGo({ to: 'next' })}
      >
        {t.toNext}
      </button>
      {ways.map(([text, seconds]) => (
        <button
          key={seconds}
          type="button"
          className="tool-button"
          data-look="plain"
          disabled={isMoving}
          onClick={() => onGo({ advance_seconds: seconds })}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

type HappenedProps = {
  moving: Pick<ClockMove, 'isMoving' | 'steps' | 'refusal'>
  jobs: SessionJob[]
}

/** The steps of the last move, with job names for several jobs. */
function Happened({ moving: { isMoving, steps, refusal }, jobs }: HappenedProps) {
  const { clock: t } = useConsoleTexts()
  const label = useId()
  const titleOf = (jobId: string) => jobs.find(({ id }) => id === jobId)?.title
  if (!steps) return null
  const isOfSeveral = new Set(steps.map(({ job_id }) => job_id)).size > 1
  if (steps.length === 0) return isMoving || refusal ? null : <p className="tool-soft">{t.nothingHappened}</p>
  return (
    <details className="tool-fold">
      <summary id={label}>{t.happened(steps.length)}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol className="console-timeline console-happened" aria-labelledby={label} tabIndex={0}>
        <Steps steps={steps} {...(isOfSeveral && { titleOf })} />
      </ol>
    </details>
  )
}

function Now({ clock }: { clock: Clock }) {
  const { clock: t } = useConsoleTexts()
  const { locale } = useTexts()
  const words = useWords()
  const now = useNow(clock)
  const { ahead_seconds: ahead, next } = clock
  const seconds = next && secondsUntil(next.at, now)
  const away = duration(Math.abs(ahead))
  const distance = Math.abs(ahead) < minSeconds ? t.real : ahead > 0 ? t.ahead(away) : t.behind(away)
  return (
    <div className="console-now">
      <p>
        <time dateTime={now.toISOString()}>{instant(now, locale)}</time>
        <span className="tool-soft">{distance}</span>
      </p>
      <p className="tool-soft">
        {next ? `${t.next(words(next.what))}, ${t.inTime(duration(seconds ?? 0))}` : t.nothing}
      </p>
    </div>
  )
}

/** A shorter time is only the delay between two requests. */
const minSeconds = 10

type ToInstantProps = { isMoving: boolean; clock: Clock | null; onGo: (to: string) => void }

function ToInstant({ isMoving, clock, onGo }: ToInstantProps) {
  const { clock: t } = useConsoleTexts()
  const [entered, setEntered] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const go = () => {
    const at = Date.parse(`${entered}Z`)
    const ahead = at - Date.parse(clock?.now ?? '')
    const isGood = ahead > 0 && ahead <= 30 * day * 1_000
    setFault(isGood ? null : t.badInstant)
    if (isGood) onGo(new Date(at).toISOString())
  }
  return (
    <form
      className="tool-row"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <TextField label={t.to} type="datetime-local" value={entered} onChange={setEntered} fault={fault} />
      <button type="submit" className="tool-button" data-look="plain" disabled={isMoving}>
        {t.go}
      </button>
    </form>
  )
}

import type { SandboxJob, Step } from '#contract/sandbox/world.ts'
import { duration, instant, timeOfDay } from '../format.ts'
import { useConsoleTexts, useTexts } from '../texts.ts'
import { secondsUntil, useNow } from './use-now.ts'
import type { Clock } from './use-world.ts'
import { useWords } from './words.ts'

/** The steps of a job, oldest first, and the next step of its story. */
export function Timeline({ job, clock }: { job: SandboxJob; clock: Clock | null }) {
  return (
    <ol className="console-timeline">
      <Steps steps={job.timeline} />
      {job.next && clock && <NextStep next={job.next} clock={clock} />}
    </ol>
  )
}

type StepsProps = {
  steps: Step[]
  /** The name of a job, for steps of several jobs. */
  titleOf?: (jobId: string) => string | undefined
}

export function Steps({ steps, titleOf }: StepsProps) {
  const { job: t, actors } = useConsoleTexts()
  const words = useWords()
  const shownAt = useShownAt()
  return keyed(steps).map(({ key, step, before }) => (
    <li key={key} data-actor={step.actor}>
      <span className="console-what">
        <b>{actors[step.actor] ?? step.actor}</b> {words(step.what)}
        {titleOf && <small>{titleOf(step.job_id) ?? step.job_id}</small>}
      </span>
      <time dateTime={step.at}>
        {shownAt(step, before)}
        <span>{step.after_seconds > 0 ? t.after(duration(step.after_seconds)) : t.atOnce}</span>
      </time>
    </li>
  ))
}

/** Shows the day only where it begins. */
function useShownAt(): (step: Step, before: Step | undefined) => string {
  const { locale } = useTexts()
  return ({ at }, before) =>
    before?.at.slice(0, 10) === at.slice(0, 10) ? timeOfDay(new Date(at)) : instant(new Date(at), locale)
}

/** Two steps can have the same words and instant, so their position is in the key. */
const keyed = (steps: Step[]) =>
  steps.map((step, index) => ({ key: `${index} ${step.at} ${step.what}`, step, before: steps[index - 1] }))

function NextStep({ next, clock }: { next: NonNullable<SandboxJob['next']>; clock: Clock }) {
  const { job: t } = useConsoleTexts()
  const words = useWords()
  const seconds = secondsUntil(next.at, useNow(clock))
  return (
    <li data-actor="next">
      <span className="console-what">
        {seconds > 0 ? t.next(words(next.what), duration(seconds)) : t.nextNow(words(next.what))}
      </span>
    </li>
  )
}

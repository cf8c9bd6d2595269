import type { SandboxJob } from '#contract/sandbox/world.ts'
import { CopyButton } from '../copy-button.tsx'
import type { Sent } from '../refusal.ts'
import { SmsBubble } from '../sms-bubble.tsx'
import { useConsoleTexts, useTexts } from '../texts.ts'
import { Moves } from './moves.tsx'
import { Requests } from './requests.tsx'
import { StatusChip } from './status-chip.tsx'
import { Timeline } from './timeline.tsx'
import type { Clock, Sms, World } from './use-world.ts'

type Props = {
  world: World
  /** Called with the heading when it is drawn for another job. */
  onHeading: (heading: HTMLHeadingElement | null) => void
  onMoved: (job: SandboxJob, sent: Sent) => void
}

/** The selected job: its status, possible moves, timeline and texts. */
export function JobCard({ world: { jobs, selectedId, seen, clock, refresh }, onHeading, onMoved }: Props) {
  const { job: t, storyNames } = useConsoleTexts()
  const { loading } = useTexts()
  const known = jobs.find(({ id }) => id === selectedId)
  if (!known) return <p className="tool-card console-empty">{t.none}</p>
  const status = seen === 'gone' ? 'gone' : (seen?.job.status ?? known.status)
  return (
    <article className="tool-card tool-stack">
      <header className="console-job-head">
        <div>
          <h2 key={known.id} ref={onHeading} tabIndex={-1}>
            {known.title}
          </h2>
          <p className="tool-soft">{known.story && `${t.story}: ${storyNames[known.story]}`}</p>
        </div>
        <StatusChip status={status} />
      </header>
      <p className="console-id">
        <code>{known.id}</code> <CopyButton text={known.id} />
      </p>
      {seen === 'gone' && <p>{t.gone}</p>}
      {seen === null && <p className="tool-soft">{loading}</p>}
      {seen && seen !== 'gone' && (
        <Life
          job={seen.job}
          sms={seen.sms}
          clock={clock}
          onMoved={(job, sent) => {
            onMoved(job, sent)
            void refresh()
          }}
        />
      )}
      <Requests job={known} />
    </article>
  )
}

type LifeProps = { job: SandboxJob; sms: Sms[]; clock: Clock | null; onMoved: Props['onMoved'] }

function Life({ job, sms, clock, onMoved }: LifeProps) {
  const { job: t } = useConsoleTexts()
  return (
    <>
      <Moves key={job.job_id} job={job} onMoved={onMoved} />
      <div className="console-part">
        <h3>{t.timeline}</h3>
        <Timeline job={job} clock={clock} />
      </div>
      <div className="console-part tool-stack">
        <h3>{t.texts}</h3>
        {sms.length === 0 && <p className="tool-soft">{t.noTexts}</p>}
        {sms.toReversed().map((each) => (
          <SmsBubble
            key={`${each.created_at}${each.body}`}
            body={each.body}
            link={each.link}
            foot={footOf(each, t)}
          />
        ))}
      </div>
    </>
  )
}

const footOf = ({ to, status }: Sms, t: { textFailed: string; textDue: string }): string =>
  [to, status === 'failed' && t.textFailed, status === 'pending' && t.textDue].filter(Boolean).join(' · ')

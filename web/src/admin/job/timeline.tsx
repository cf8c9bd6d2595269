import type { JobForStaff, TimelineEntry } from '#contract/admin/job-detail.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { exactTime } from '../../kit/when.ts'
import { Section } from '../../panel/section.tsx'
import { useShownCode, useWordsOf } from '../use-shown-code.ts'
import { ExportTimeline } from './export-timeline.tsx'

/** Everything that happened to the job, the oldest first: one entry for each change, with its instant. */
export function Timeline({ job: { job_id, timeline } }: { job: Pick<JobForStaff, 'job_id' | 'timeline'> }) {
  const { t } = useTexts('jobs')
  return (
    <Section
      title={t('job.timeline')}
      text={t('job.timelineText')}
      actions={<ExportTimeline jobId={job_id} />}
    >
      <ol className="panel-timeline">
        {timeline.map((entry) => (
          <Entry key={JSON.stringify(entry)} entry={entry} />
        ))}
      </ol>
    </Section>
  )
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { t } = useTexts('jobs')
  const shownCode = useShownCode()
  const shownWhat = useShownWhat()
  const { at, kind, what, actor, outcome, reason, amount_cents, to, from_status, to_status, last_known } =
    entry
  const isMove = to_status !== null && to_status !== from_status
  const whom = to === 'customer' || to === 'carrier' ? t(`job.actors.${to}`) : null
  const actorType = t(`job.actors.${actor.type}`)
  const said = shownWhat(entry)
  // An act is named by what was done; a move to another state by the new state.
  const head = isMove ? t(`statuses.${to_status}`) : kind === 'act' ? capital(said) : t(`job.kinds.${kind}`)
  const details = [
    said.toLowerCase() !== head.toLowerCase() && said,
    whom && t('job.toWhom', { who: whom }),
    amount_cents !== null && money(amount_cents),
    outcome && shownCode(outcome),
    reason && (kind === 'act' ? reason : shownCode(reason)),
  ]
  return (
    <li data-kind={kind}>
      <time dateTime={at} title={at}>
        {exactTime(at)}
      </time>
      <div>
        <b>{head}</b>
        {what && details.filter(Boolean).map((detail) => ` · ${detail}`)}
        {last_known && <small>{t('job.lastKnown')}</small>}
        <small>{actor.name ? `${actor.name} (${actorType})` : actorType}</small>
      </div>
    </li>
  )
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Of a refund or a fee; after a refund comes the reason of staff. */
const amountPattern = /^([a-z ]+) of (\d+) cents(?:, of which the carrier bears (\d+))?(.*)$/s

/** Notes and most reasons of events are typed by people; the others are codes. */
function useShownWhat(): (entry: TimelineEntry) => string {
  const { t } = useTexts('jobs')
  const shownCode = useShownCode()
  const wordsOf = useWordsOf()
  return ({ kind, what }) => {
    if (kind === 'note') return what
    if (kind !== 'event') return shownCode(what)
    const [, said = '', cents, borne, reason] = amountPattern.exec(what) ?? []
    if (!cents) return wordsOf(what) ?? what
    const part = borne ? ` · ${t('acts.carrierBears')} ${money(Number(borne))}` : ''
    return `${wordsOf(said) ?? said} · ${money(Number(cents))}${part}${reason}`
  }
}

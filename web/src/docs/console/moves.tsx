import { useState } from 'react'
import type { Static } from 'typebox'
import { tripReportKinds } from '#contract/reports.ts'
import { cardOutcomes, type Move } from '#contract/sandbox/moves.ts'
import { makeMove, type SandboxJob } from '#contract/sandbox/world.ts'
import { askAndTell } from '../api.ts'
import { SelectField } from '../field.tsx'
import { Problem } from '../problem.tsx'
import type { Sent } from '../refusal.ts'
import { useConsoleTexts } from '../texts.ts'
import { useAct } from '../use-act.ts'

type Props = { job: SandboxJob; onMoved: (job: SandboxJob, sent: Sent) => void }
type Chosen = Static<typeof makeMove.body>

/** The possible moves of the job. The first one continues its usual life. */
export function Moves({ job, onMoved }: Props) {
  const { moves: t } = useConsoleTexts()
  const { isBusy, refusal, run } = useAct()
  const act = (body: Chosen) =>
    void run(async () => {
      const { output, sent } = await askAndTell(makeMove, { params: { job_id: job.job_id }, body })
      onMoved(output, sent)
    })
  const simple = job.moves.filter((move) => !asking.includes(move))
  return (
    <div className="console-part tool-stack">
      <h3>{t.heading}</h3>
      {job.moves.length === 0 && <p className="tool-soft">{t.none}</p>}
      {simple.length > 0 && (
        <div className="console-moves">
          {simple.map((move) => (
            <button
              key={move}
              type="button"
              className="tool-button"
              data-look={lookOf(move, job.moves)}
              disabled={isBusy}
              onClick={() => act({ do: move })}
            >
              {t[move]}
            </button>
          ))}
        </div>
      )}
      <Choices job={job} isBusy={isBusy} onAct={act} />
      {job.moves.includes('rate') && <Rate isBusy={isBusy} onAct={act} />}
      <Problem refusal={refusal} />
    </div>
  )
}

/** Moves that ask for more; they have a form below. */
const asking: readonly Move[] = ['pay', 'drive', 'report_trip', 'answer_trip', 'rate']

const aside: readonly Move[] = [
  'wish_time',
  'agree_time',
  'move_time',
  'drive',
  'cancel',
  'give_back',
  'report_trip',
  'answer_trip',
  'refuse_confirmation',
]

const lookOf = (move: Move, all: readonly Move[]): 'plain' | undefined =>
  aside.includes(move) || all.find((each) => !aside.includes(each) && each !== 'pay') !== move
    ? 'plain'
    : undefined

/** The first one is chosen: it is what the API does without a choice. */
const wayChoices = ['100', '75', '50', '25', '0'] as const

type Acting = { isBusy: boolean; onAct: (chosen: Chosen) => void }

/** The moves that ask for one choice. */
function Choices({ job, isBusy, onAct }: Acting & { job: SandboxJob }) {
  const { moves: t, cards } = useConsoleTexts()
  return (
    <>
      {job.moves.includes('pay') && (
        <Choice
          label={t.card}
          options={cardOutcomes.map((each) => [each, cards[each]])}
          act={t.pay}
          isFirst={!job.moves.includes('publish')}
          isBusy={isBusy}
          onAct={(outcome) => onAct({ do: 'pay', outcome })}
        />
      )}
      {job.moves.includes('drive') && (
        <Choice
          label={t.way}
          options={wayChoices.map((each) => [each, t.wayPercent(Number(each))])}
          act={t.drive}
          isBusy={isBusy}
          onAct={(percent) => onAct({ do: 'drive', way_percent: Number(percent) })}
        />
      )}
      {job.moves.includes('report_trip') && (
        <Choice
          label={t.reports}
          options={tripReportKinds.map((each) => [each, t.reasons[each]])}
          act={t.report_trip}
          isBusy={isBusy}
          onAct={(reason) => onAct({ do: 'report_trip', reason })}
        />
      )}
      {job.moves.includes('answer_trip') && (
        <Choice
          label={t.answers}
          options={[
            ['agrees', t.agrees],
            ['disagrees', t.disagrees],
          ]}
          act={t.answer_trip}
          isFirst
          isBusy={isBusy}
          onAct={(answer) => onAct({ do: 'answer_trip', agrees: answer === 'agrees' })}
        />
      )}
    </>
  )
}

type ChoiceProps<T extends string> = {
  label: string
  options: readonly (readonly [value: T, text: string])[]
  /** The words of the button. */
  act: string
  isFirst?: boolean
  isBusy: boolean
  onAct: (value: T) => void
}

/** A move that asks for one choice; the first one is chosen. */
function Choice<T extends string>({ label, options, act, isFirst, isBusy, onAct }: ChoiceProps<T>) {
  const [chosen, setChosen] = useState(options[0]?.[0])
  if (chosen === undefined) return null
  return (
    <div className="tool-row">
      <SelectField label={label} value={chosen} onChange={setChosen} options={options} />
      <button
        type="button"
        className="tool-button"
        data-look={isFirst ? undefined : 'plain'}
        disabled={isBusy}
        onClick={() => onAct(chosen)}
      >
        {act}
      </button>
    </div>
  )
}

const starChoices = ['5', '4', '3', '2', '1'] as const

function Rate({ isBusy, onAct }: Acting) {
  const { moves: t, actors } = useConsoleTexts()
  const [by, setBy] = useState<'customer' | 'carrier'>('customer')
  const [stars, setStars] = useState<(typeof starChoices)[number]>('5')
  return (
    <div className="tool-row console-rate">
      <SelectField
        label={t.rates}
        value={by}
        onChange={setBy}
        options={[
          ['customer', actors['customer'] ?? ''],
          ['carrier', actors['carrier'] ?? ''],
        ]}
      />
      <SelectField
        label={t.stars}
        value={stars}
        onChange={setStars}
        options={starChoices.map((each) => [
          each,
          `${t.starCount(Number(each))} ${t.starWords(Number(each))}`,
        ])}
      />
      <button
        type="button"
        className="tool-button"
        disabled={isBusy}
        onClick={() => onAct({ do: 'rate', by, stars: Number(stars) })}
      >
        {t.rate}
      </button>
    </div>
  )
}

import { useState } from 'react'
import { type CardOutcome, cardOutcomes, type Move } from '#contract/sandbox/moves.ts'
import { makeMove, type SandboxJob } from '#contract/sandbox/world.ts'
import { askAndTell } from '../api.ts'
import { SelectField } from '../field.tsx'
import { Problem } from '../problem.tsx'
import type { Sent } from '../refusal.ts'
import { useConsoleTexts } from '../texts.ts'
import { useAct } from '../use-act.ts'

type Props = { job: SandboxJob; onMoved: (job: SandboxJob, sent: Sent) => void }
type Chosen = { do: Move; outcome?: CardOutcome; by?: 'customer' | 'carrier'; stars?: number }

/** The possible moves of the job. The first one continues its usual life. */
export function Moves({ job, onMoved }: Props) {
  const { moves: t } = useConsoleTexts()
  const { isBusy, refusal, run } = useAct()
  const act = (body: Chosen) =>
    void run(async () => {
      const { output, sent } = await askAndTell(makeMove, { params: { job_id: job.job_id }, body })
      onMoved(output, sent)
    })
  const simple = job.moves.filter((move) => move !== 'pay' && move !== 'rate')
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
      {job.moves.includes('pay') && (
        <Pay isFirst={!job.moves.includes('publish')} isBusy={isBusy} onAct={act} />
      )}
      {job.moves.includes('rate') && <Rate isBusy={isBusy} onAct={act} />}
      <Problem refusal={refusal} />
    </div>
  )
}

const aside: readonly Move[] = ['cancel', 'give_back', 'refuse_confirmation']

const lookOf = (move: Move, all: readonly Move[]): 'plain' | undefined =>
  aside.includes(move) || all.find((each) => !aside.includes(each) && each !== 'pay') !== move
    ? 'plain'
    : undefined

type Acting = { isBusy: boolean; onAct: (chosen: Chosen) => void }

function Pay({ isFirst, isBusy, onAct }: Acting & { isFirst: boolean }) {
  const { moves: t, cards } = useConsoleTexts()
  const [outcome, setOutcome] = useState<CardOutcome>('success')
  return (
    <div className="tool-row">
      <SelectField
        label={t.card}
        value={outcome}
        onChange={setOutcome}
        options={cardOutcomes.map((each) => [each, cards[each]])}
      />
      <button
        type="button"
        className="tool-button"
        data-look={isFirst ? undefined : 'plain'}
        disabled={isBusy}
        onClick={() => onAct({ do: 'pay', outcome })}
      >
        {t.pay}
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

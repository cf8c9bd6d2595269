import './activity.css'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Key } from '#contract/admin/keys.ts'
import { type KeyMode, keyModes } from '#contract/vocabulary.ts'
import { percent, wholeNumber } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day } from '../../kit/when.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { Filters } from '../../panel/filters.tsx'
import { useAddress } from '../../panel/link.tsx'
import { type FunnelCounts, usePartnership } from '../reads.ts'

type StageCount = FunnelCounts['partner'][number]
/** A stage of this partner, with the shares that reached it in per cent; of all partners only for staff. */
type Step = StageCount & { share: number; allShare: number | null }

const daysToChoose = [7, 30, 90, 365]

/** How far the jobs of a partner come, and where people stop, beside all partners. */
export function Funnel() {
  const { t } = useTexts('partners')
  const [address] = useAddress()
  const reads = usePartnership()
  const { data: owned } = useQuery(reads.keys())
  const mode = keyModes.find((each) => each === address.mode) ?? usualMode(owned?.keys)
  const days = daysToChoose.find((each) => String(each) === address.days) ?? 30
  const { data, error, refetch } = useQuery(reads.funnel({ mode, days }))
  const steps = data && stepsOf(data)
  const most = steps && maxStopped(steps)
  return (
    <>
      <FunnelFilters mode={mode} days={days} />
      {data && (
        <div className="panel-line">
          <p>
            {t('funnel.lead', { from: day(data.from) })}{' '}
            {most &&
              t('funnel.most', {
                stage: t(`funnel.stages.${most.stage}`),
                count: stoppedAt(most),
                shown: wholeNumber(stoppedAt(most)),
              })}
          </p>
        </div>
      )}
      <div className="panel-named-cells">
        <DataTable
          label={t('funnel.title')}
          columns={useColumns(Boolean(data?.all_partners))}
          rows={steps}
          rowId={({ stage }) => stage}
          error={error}
          onRetry={() => void refetch()}
          empty={{ title: t('funnel.none'), text: t('funnel.noneText') }}
        />
      </div>
    </>
  )
}

/** The live jobs, unless the partner has only test keys so far. */
const usualMode = (keys: Pick<Key, 'mode'>[] = []): KeyMode =>
  keys.length > 0 && keys.every(({ mode }) => mode === 'test') ? 'test' : 'live'

function FunnelFilters({ mode, days }: { mode: string; days: number }) {
  const { t } = useTexts('partners')
  const [, change] = useAddress()
  return (
    <Filters label={t('funnel.title')}>
      <NativeSelect
        label={t('funnel.mode')}
        value={mode}
        data={keyModes.map((value) => ({ value, label: t(`modes.${value}`) }))}
        onChange={({ currentTarget: { value } }) => change({ mode: value })}
      />
      <NativeSelect
        label={t('funnel.days')}
        value={String(days)}
        data={daysToChoose.map((count) => ({ value: String(count), label: t('funnel.lastDays', { count }) }))}
        onChange={({ currentTarget: { value } }) => change({ days: value })}
      />
    </Filters>
  )
}

/** Empty without a job in this time. */
function stepsOf({ partner, all_partners: all }: FunnelCounts): Step[] {
  const [created, allCreated] = [partner[0]?.reached ?? 0, all?.[0]?.reached ?? 0]
  if (created === 0) return []
  return partner.map((step, index) => ({
    ...step,
    share: (step.reached * 100) / created,
    allShare: all ? ((all[index]?.reached ?? 0) * 100) / Math.max(1, allCreated) : null,
  }))
}

const counted = (count: number) => ({ count, shown: wholeNumber(count) })

const stoppedAt = ({ expired, withdrawn, cancelled }: StageCount): number => expired + withdrawn + cancelled

function maxStopped(steps: Step[]): Step | undefined {
  const [most] = steps.toSorted((a, b) => stoppedAt(b) - stoppedAt(a))
  return most && stoppedAt(most) > 0 ? most : undefined
}

function useColumns(hasAll: boolean): Column<Step>[] {
  const { t } = useTexts('partners')
  const all: Column<Step> = {
    id: 'all',
    head: t('funnel.all'),
    isNumber: true,
    cell: ({ allShare }) => percent(allShare ?? 0),
  }
  const ended = ({ expired, withdrawn, cancelled, going_on }: StageCount) =>
    [
      expired > 0 && t('funnel.expired', counted(expired)),
      withdrawn > 0 && t('funnel.withdrawn', counted(withdrawn)),
      cancelled > 0 && t('funnel.cancelled', counted(cancelled)),
      going_on > 0 && t('funnel.goingOn', counted(going_on)),
    ]
      .filter(Boolean)
      .join(', ')
  return [
    {
      id: 'stage',
      head: t('funnel.stage'),
      isMain: true,
      cell: ({ stage }) => t(`funnel.stages.${stage}`),
    },
    {
      id: 'reached',
      head: t('funnel.reached'),
      isNumber: true,
      cell: ({ reached, share }) => `${wholeNumber(reached)} (${percent(share)})`,
    },
    {
      id: 'bar',
      head: t('funnel.title'),
      isAct: true,
      isForDesk: true,
      cell: (step) => <TwoBars {...step} />,
    },
    ...(hasAll ? [all] : []),
    { id: 'stopped', head: t('funnel.stopped'), grows: true, cell: ended },
  ]
}

/** The share of this partner, above that of all partners where it is known. */
function TwoBars({ share, allShare }: Step) {
  return (
    <svg
      className="activity-shares"
      viewBox={`0 0 100 ${allShare === null ? 7 : 12}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <rect className="bar-good" width={share} height={7} />
      {allShare !== null && <rect className="bar-all" y={8} width={allShare} height={4} />}
    </svg>
  )
}

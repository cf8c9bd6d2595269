import { Button } from '@mantine/core'
import {
  type ReconciliationDifference as Difference,
  explainDifference,
  type Reconciliation,
} from '#contract/admin/reconciliation.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { PanelLink } from '../../panel/link.tsx'
import { Mark } from '../../panel/mark.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { placeOf } from '../places.ts'
import { mayCall, useMe } from '../session/me.ts'

type DifferencesProps = {
  reconciliation: Reconciliation
  differences: Difference[]
  onExplain: (differenceId: string) => void
}

/** What differs, with both sides of each. */
export function Differences({ reconciliation, differences, onExplain }: DifferencesProps) {
  const { t } = useTexts('closing')
  if (!reconciliation.ended_at) return null
  return (
    <>
      <h3>{t('reconciliation.differences')}</h3>
      {reconciliation.differences === 0 && <p>{t('reconciliation.noDifferences')}</p>}
      <p>{t('reconciliation.foundBefore')}</p>
      {reconciliation.is_more && <p>{t('reconciliation.isMore')}</p>}
      <ul className="panel-list">
        {differences.map((difference) => (
          <OneDifference
            key={difference.difference_id}
            difference={difference}
            onExplain={() => onExplain(difference.difference_id)}
          />
        ))}
      </ul>
    </>
  )
}

function OneDifference({ difference, onExplain }: { difference: Difference; onExplain: () => void }) {
  const { t } = useTexts('closing')
  const me = useMe()
  const isPlanned = useIsPlanned(difference.difference_id)
  const { check, kind, state } = difference
  return (
    <li>
      <div>
        <b>{t(`reconciliation.kinds.${kind}`)}</b> {t(`reconciliation.checks.${check}`)}{' '}
        <Mark look={state === 'open' ? 'bad' : undefined}>
          {t(`reconciliation.differenceStates.${state}`)}
        </Mark>
        <Facts facts={useFacts(difference)} />
      </div>
      {state === 'open' && mayCall(me, explainDifference) && (
        <Button variant="default" disabled={isPlanned} onClick={onExplain}>
          {t('reconciliation.explain')}
        </Button>
      )}
    </li>
  )
}

function useFacts(difference: Difference): Fact[] {
  const { t } = useTexts('closing')
  const { ours, our_cents, theirs, their_cents, reference, job_id } = difference
  const { explained_at, explained_by, explanation } = difference
  const side = (state: string | null, cents: number | null) =>
    state === null
      ? t('reconciliation.missing')
      : t('reconciliation.side', { state, amount: money(cents ?? 0) })
  const job: Fact[] = job_id
    ? [
        [
          t('reconciliation.job'),
          <PanelLink key="job" className="dray-plain-link" {...placeOf.job(job_id)}>
            {job_id}
          </PanelLink>,
        ],
      ]
    : []
  const explained: Fact[] = explained_at
    ? [
        [
          t('reconciliation.differenceStates.explained'),
          t('reconciliation.explainedBy', {
            name: explained_by ?? '',
            when: dayAndTime(explained_at),
            text: explanation ?? '',
          }),
        ],
      ]
    : []
  return [
    [t('reconciliation.ours'), side(ours, our_cents)],
    [t('reconciliation.theirs'), side(theirs, their_cents)],
    ...(reference ? [[t('reconciliation.reference'), <code key="id">{reference}</code>] as Fact] : []),
    ...job,
    ...explained,
  ]
}

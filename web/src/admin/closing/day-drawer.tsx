import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  explainDifference,
  listReconciliations,
  type Reconciliation,
  readReconciliation,
  repeatReconciliation,
} from '#contract/admin/reconciliation.ts'
import { readToday } from '#contract/admin/today.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain, reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime, plainDay } from '../../kit/when.ts'
import { ActButton } from '../../panel/act-button.tsx'
import { ActDialog } from '../../panel/act-dialog.tsx'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { useAddress } from '../../panel/link.tsx'
import { SubjectDrawer } from '../../panel/subject-drawer.tsx'
import { usePlan } from '../../panel/use-plan.ts'
import { mayCall, useMe } from '../session/me.ts'
import { Differences } from './differences.tsx'
import { Figures } from './figures.tsx'

/** One day: what both sides say, and what differs. */
export function DayDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTexts('closing')
  const { data, error, refetch } = useDay(id)
  const day = data?.reconciliation
  const title = day && t('reconciliation.dayTitle', { processor: day.processor, day: plainDay(day.day) })
  return (
    <SubjectDrawer size="xl" isOpen={id !== undefined} onClose={onClose} title={title}>
      {({ open, show, close }) => (
        <>
          {!data && (error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading rows={3} />)}
          {day && <About day={day} onAgain={() => show(again)} />}
          {data && <Differences {...data} onExplain={show} />}
          {data && <Pages next={data.next} />}
          {day && <AgainDialog day={day} isOpen={open === again} onClose={close} />}
          <ExplainDialog differenceId={open === again ? null : open} onClose={close} />
        </>
      )}
    </SubjectDrawer>
  )
}

/** The id of the dialog that compares again; a dialog that explains a difference has the difference's id. */
const again = 'again'

/** Reads a day; polls every two seconds while its comparison is pending. */
function useDay(id: string | undefined) {
  const [{ from }] = useAddress()
  const params = { reconciliation_id: id ?? '' }
  return useQuery({
    ...reading(readReconciliation, { params, query: { ...(from && { before: from }) } }),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => {
      const day = data?.reconciliation
      return day && (day.state === 'running' || (day.state === 'due' && !day.last_error)) ? 2_000 : false
    },
  })
}

function About({ day, onAgain }: { day: Reconciliation; onAgain: () => void }) {
  const { t } = useTexts('closing')
  const me = useMe()
  const { state, ended_at, last_error, elsewhere, figures } = day
  const failed: Fact[] = last_error
    ? [[t('reconciliation.error'), <code key="error">{last_error}</code>]]
    : []
  return (
    <>
      <Facts
        facts={[
          [t('reconciliation.state'), t(`reconciliation.states.${state}`)],
          [t('reconciliation.compared'), ended_at ? dayAndTime(ended_at) : t('reconciliation.never')],
          [t('reconciliation.elsewhere'), elsewhere],
          ...failed,
        ]}
      />
      {mayCall(me, repeatReconciliation) && (
        <div className="panel-acts">
          <ActButton letter="r" isInDrawer onAct={onAgain}>
            {t('reconciliation.again')}
          </ActButton>
        </div>
      )}
      {figures.length > 0 && <Figures figures={figures} />}
    </>
  )
}

function Pages({ next }: { next: string | null }) {
  const { t } = useTexts('closing')
  const [{ from }, change] = useAddress()
  if (!next && !from) return null
  return (
    <div className="panel-acts">
      <Button variant="default" disabled={!from} onClick={() => change({ from: undefined })}>
        {t('reconciliation.first')}
      </Button>
      <Button variant="default" disabled={!next} onClick={() => change({ from: next ?? undefined })}>
        {t('reconciliation.more')}
      </Button>
    </div>
  )
}

type AgainProps = { day: Reconciliation; isOpen: boolean; onClose: () => void }

function AgainDialog({ day: { reconciliation_id, day }, isOpen, onClose }: AgainProps) {
  const { t } = useTexts('closing')
  return (
    <ActDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('reconciliation.againTitle', { day: plainDay(day) })}
      text={t('reconciliation.againText')}
      act={t('reconciliation.again')}
      body={repeatReconciliation.body}
      initial={{ reason: '' }}
      send={async (body) => {
        await call(repeatReconciliation, { params: { reconciliation_id }, body })
        notify({ text: t('reconciliation.againDone') })
        await readAgain(listReconciliations, readReconciliation)
      }}
    />
  )
}

function ExplainDialog({ differenceId, onClose }: { differenceId: string | null; onClose: () => void }) {
  const { t } = useTexts('closing')
  const plan = usePlan()
  return (
    <ActDialog
      isOpen={differenceId !== null}
      onClose={onClose}
      title={t('reconciliation.explainTitle')}
      text={t('reconciliation.explainText')}
      act={t('reconciliation.explain')}
      body={explainDifference.body}
      initial={{ reason: '' }}
      send={async (body) =>
        plan({
          subject: differenceId ?? '',
          text: t('reconciliation.explainWill'),
          done: t('reconciliation.explainDone'),
          prove: async () => {},
          send: (options) =>
            call(explainDifference, { params: { difference_id: differenceId ?? '' }, body, ...options }),
          changed: [listReconciliations, readReconciliation, readToday],
        })
      }
    />
  )
}

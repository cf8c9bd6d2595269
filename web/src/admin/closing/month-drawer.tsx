import { useQuery } from '@tanstack/react-query'
import { closeMonth, exportMonth, listMonths, type MonthReport, readMonth } from '#contract/admin/months.ts'
import { call, requestOf } from '../../kit/api.ts'
import { monthName } from '../../kit/months.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { proveAhead } from '../../member/session/prove-ahead.ts'
import { ActButton } from '../../panel/act-button.tsx'
import { ActDialog } from '../../panel/act-dialog.tsx'
import { CsvLink } from '../../panel/csv-link.tsx'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { SubjectDrawer } from '../../panel/subject-drawer.tsx'
import { usePlan } from '../../panel/use-plan.ts'
import { mayCall, useMe } from '../session/me.ts'
import { MonthChecks } from './month-checks.tsx'
import { ChangedFigures, MonthFigures } from './month-figures.tsx'

/** The figures of a month, and the act that closes it. */
export function MonthDrawer({ month, onClose }: { month: string | undefined; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    ...reading(readMonth, { params: { month: month ?? '' } }),
    enabled: month !== undefined,
  })
  return (
    <SubjectDrawer size="xl" isOpen={month !== undefined} onClose={onClose} title={month && monthName(month)}>
      {({ open, show, close }) => (
        <>
          {!data && (error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading rows={4} />)}
          {data && (
            <>
              <About report={data} />
              <Acts report={data} onClosing={() => show('close')} />
              <ChangedFigures differences={data.differences} />
              <MonthChecks checks={data.checks} />
              <MonthFigures report={data} />
              <CloseDialog month={data.month} isOpen={open === 'close'} onClose={close} />
            </>
          )}
        </>
      )}
    </SubjectDrawer>
  )
}

function About({ report: { state, closed_at, closed_by, reason, rows, jobs } }: { report: MonthReport }) {
  const { t } = useTexts('closing')
  const closed: Fact[] = closed_at
    ? [
        [t('months.closed'), t('months.closedBy', { name: closed_by ?? '', when: dayAndTime(closed_at) })],
        [t('months.reason'), reason],
      ]
    : []
  return (
    <Facts
      facts={[
        [t('months.state'), t(`months.states.${state}`)],
        ...closed,
        [t('months.jobs'), t('months.jobsText', jobs)],
        [t('months.rows'), rows],
      ]}
    />
  )
}

function Acts({ report: { month, state }, onClosing }: { report: MonthReport; onClosing: () => void }) {
  const { t } = useTexts('closing')
  const me = useMe()
  const isPlanned = useIsPlanned(month)
  return (
    <div className="panel-acts">
      {state === 'open' && mayCall(me, closeMonth) && (
        <ActButton letter="c" isInDrawer variant="filled" disabled={isPlanned} onAct={onClosing}>
          {t('months.close')}
        </ActButton>
      )}
      <CsvLink href={requestOf(exportMonth, { params: { month } }).url} />
    </div>
  )
}

type CloseDialogProps = { month: string; isOpen: boolean; onClose: () => void }

function CloseDialog({ month, isOpen, onClose }: CloseDialogProps) {
  const { t } = useTexts('closing')
  const me = useMe()
  const plan = usePlan()
  const named = { month: monthName(month) }
  return (
    <ActDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('months.closeTitle', named)}
      text={t('months.closeText')}
      act={t('months.close')}
      body={closeMonth.body}
      initial={{ reason: '' }}
      send={async (body) =>
        plan({
          subject: month,
          text: t('months.closeWill', named),
          done: t('months.closeDone', named),
          prove: () => proveAhead(me),
          send: (options) => call(closeMonth, { params: { month }, body, ...options }),
          changed: [listMonths, readMonth],
        })
      }
    />
  )
}

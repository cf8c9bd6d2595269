import { IconStethoscope } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type Examination,
  type HealthCheck,
  readExamination,
  startExamination,
} from '#contract/admin/health.ts'
import { call } from '../../kit/api.ts'
import { queryClient, reading } from '../../kit/query-client.ts'
import { dayAndTime, fromNow } from '../../kit/when.ts'
import { ActBar } from '../../panel/act-bar.tsx'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { useAct } from '../../panel/use-act.ts'
import { mayCall, useMe } from '../session/me.ts'
import { CheckMark, English } from './parts.tsx'

const pollMs = 1_000
const order: HealthCheck['status'][] = ['fail', 'warn', 'ok']

type NamedCheck = HealthCheck & { id: string }

/** What the doctor found last; staff let it look again. */
export function DoctorTab() {
  const { t } = useTranslation('health')
  const me = useMe()
  const query = reading(readExamination, {})
  const { data, error, refetch } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMs : false),
  })
  const start = useAct({
    act: () => call(startExamination, {}),
    onDone: (begun) => queryClient.setQueryData(query.queryKey, begun),
  })
  const isRunning = data?.state === 'running'
  const examine = {
    key: 'e',
    text: t('doctor.examine'),
    Icon: IconStethoscope,
    onAct: () => start.mutate(),
    kind: 'main' as const,
  }
  return (
    <>
      <div className="partner-line">
        <p role="status">{data ? <Said examination={data} /> : t('doctor.lead')}</p>
        {mayCall(me, startExamination) && <ActBar acts={[examine]} isOff={isRunning || start.isPending} />}
      </div>
      <div className="health-cards">
        <DataTable
          label={t('doctor.title')}
          columns={useColumns()}
          rows={data && sortedChecks(data.checks)}
          rowId={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          empty={
            isRunning
              ? { title: t('doctor.neverText') }
              : { title: t('doctor.never'), text: t('doctor.neverText') }
          }
        />
      </div>
    </>
  )
}

function Said({ examination }: { examination: Examination }) {
  const { t } = useTranslation('health')
  const { state, started_at, finished_at, started_by, checks } = examination
  if (state === 'none' || !started_at) return t('doctor.lead')
  if (state === 'running') return t('doctor.running', { when: dayAndTime(started_at), count: checks.length })
  if (state === 'lost') return t('doctor.lost', { when: dayAndTime(started_at) })
  return t('doctor.done', {
    when: fromNow(finished_at ?? started_at),
    name: started_by ?? t('doctor.removed'),
  })
}

/** What is broken comes first. */
const sortedChecks = (checks: HealthCheck[]): NamedCheck[] =>
  checks
    .map((check, index) => ({ ...check, id: `${index} ${check.name}` }))
    .sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status))

function useColumns(): Column<NamedCheck>[] {
  const { t } = useTranslation('health')
  return [
    { id: 'check', head: t('doctor.check'), isMain: true, cell: ({ name }) => <English text={name} /> },
    { id: 'status', head: t('doctor.status'), cell: ({ status }) => <CheckMark status={status} /> },
    {
      id: 'found',
      head: t('doctor.found'),
      grows: true,
      cell: ({ detail }) => (
        <span className="health-long health-line">
          <English text={detail} />
        </span>
      ),
    },
    {
      id: 'remedy',
      head: t('doctor.remedy'),
      cell: ({ remedy }) =>
        remedy && (
          <span className="health-long health-line">
            <English text={remedy} />
          </span>
        ),
    },
  ]
}

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type Examination,
  type HealthCheck,
  readExamination,
  startExamination,
} from '#contract/admin/health.ts'
import { call } from '../../kit/api.ts'
import { queryClient, reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime, fromNow } from '../../kit/when.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { useAct } from '../../panel/use-act.ts'
import { IconStethoscope } from '../icons.ts'
import { mayCall, useMe } from '../session/me.ts'
import { CheckMark, ServerText } from './parts.tsx'

const pollMs = 1_000
const order: HealthCheck['status'][] = ['fail', 'warn', 'ok']

type NamedCheck = HealthCheck & { id: string }

/** The last results of the doctor; staff can run it again. */
export function DoctorTab() {
  const { t } = useTexts('health')
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
  return (
    <>
      <div className="panel-line">
        <p role="status">{data ? <Said examination={data} /> : t('doctor.lead')}</p>
        {mayCall(me, startExamination) && (
          // No key: it takes long, so a letter typed by mistake must not start it.
          <Button
            leftSection={<IconStethoscope size={16} aria-hidden />}
            disabled={isRunning || start.isPending}
            onClick={() => start.mutate()}
          >
            {t('doctor.examine')}
          </Button>
        )}
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
  const { t } = useTexts('health')
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
  const { t } = useTexts('health')
  return [
    { id: 'check', head: t('doctor.check'), isMain: true, cell: ({ name }) => <ServerText text={name} /> },
    { id: 'status', head: t('doctor.status'), cell: ({ status }) => <CheckMark status={status} /> },
    {
      id: 'found',
      head: t('doctor.found'),
      grows: true,
      cell: ({ detail }) => (
        <span className="health-long health-line">
          <ServerText text={detail} />
        </span>
      ),
    },
    {
      id: 'remedy',
      head: t('doctor.remedy'),
      cell: ({ remedy }) =>
        remedy && (
          <span className="health-long health-line">
            <ServerText text={remedy} />
          </span>
        ),
    },
  ]
}

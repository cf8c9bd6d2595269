import { Alert, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type HealthNode, type HealthQueue, type HealthTask, readHealth } from '#contract/admin/health.ts'
import type { Output } from '../../kit/api.ts'
import { wholeNumber } from '../../kit/money.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { Facts } from '../../panel/facts.tsx'
import { Mark } from '../../panel/mark.tsx'
import { Section } from '../../panel/section.tsx'
import { Ago, milliseconds } from './parts.tsx'

const refreshMs = 10_000
const maxCounted = 10_000

/** Nodes, versions, queues and tasks. Refetched every ten seconds while the page is visible. */
export function OverviewTab() {
  const health = useQuery({ ...reading(readHealth, {}), refetchInterval: refreshMs })
  const { data, error, refetch } = health
  if (!data)
    return error ? (
      <Failed error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={300} radius="md" />
    )
  return (
    <>
      <CompanyWarning missing={data.missing_company_settings} />
      <Versions versions={data.versions} />
      <Nodes nodes={data.nodes} />
      <Queues queues={data.queues} />
      <Tasks tasks={data.tasks} />
    </>
  )
}

/** People pay with real money and cannot see whom. */
function CompanyWarning({ missing }: { missing: string[] }) {
  const { t } = useTexts('health')
  if (missing.length === 0) return null
  return (
    <Alert color="orange" title={t('overview.companyTitle')} mb="md">
      {t('overview.companyText', { names: missing.join(', ') })}
    </Alert>
  )
}

function Versions({ versions }: { versions: Output<typeof readHealth>['versions'] }) {
  const { t } = useTexts('health')
  const { dray, node, postgresql, migration } = versions
  return (
    <Section title={t('overview.versions')}>
      <Facts
        facts={[
          ['Dray', dray],
          ['Node.js', node],
          [t('overview.postgresql'), postgresql],
          [t('overview.migration'), <code key="migration">{migration}</code>],
        ]}
      />
    </Section>
  )
}

function Nodes({ nodes }: { nodes: HealthNode[] }) {
  const { t } = useTexts('health')
  return (
    <section className="health-part panel-named-cells health-cards">
      <h2>{t('overview.nodes')}</h2>
      <DataTable
        label={t('overview.nodes')}
        columns={useNodeColumns()}
        rows={nodes}
        rowId={({ node_id }) => node_id}
        empty={{ title: t('overview.noNodes'), text: t('overview.noNodesText') }}
      />
    </section>
  )
}

function Role({ role }: { role: string }) {
  const { t } = useTexts('health')
  const known = (['start', 'serve', 'work'] as const).find((each) => each === role)
  return known ? t(`overview.roles.${known}`) : role
}

function NodeState({ node: { alive, contradicted_settings } }: { node: HealthNode }) {
  const { t } = useTexts('health')
  return (
    <span className="health-result">
      <Mark look={alive ? 'good' : 'bad'}>{t(alive ? 'overview.alive' : 'overview.lost')}</Mark>
      {contradicted_settings.length > 0 && (
        <small className="health-long">
          {t('overview.contradicts', { names: contradicted_settings.join(', ') })}
        </small>
      )}
    </span>
  )
}

function Queues({ queues }: { queues: HealthQueue[] }) {
  const { t } = useTexts('health')
  return (
    <section className="health-part panel-named-cells health-cards">
      <h2>{t('overview.queues')}</h2>
      <DataTable
        label={t('overview.queues')}
        columns={useQueueColumns()}
        rows={queues}
        rowId={({ queue }) => queue}
        empty={{ title: t('overview.none') }}
      />
    </section>
  )
}

function Tasks({ tasks }: { tasks: HealthTask[] }) {
  const { t } = useTexts('health')
  return (
    <section className="health-part panel-named-cells health-cards">
      <h2>{t('overview.tasks')}</h2>
      <DataTable
        label={t('overview.tasks')}
        columns={useTaskColumns()}
        rows={tasks}
        rowId={({ task }) => task}
        empty={{ title: t('overview.noTasks'), text: t('overview.noTasksText') }}
      />
    </section>
  )
}

function useNodeColumns(): Column<HealthNode>[] {
  const { t } = useTexts('health')
  return [
    {
      id: 'node',
      head: t('overview.node'),
      isMain: true,
      grows: true,
      cell: ({ host, version, node_version }) => (
        <span className="panel-pair">
          {host}
          <small>
            {[version && `Dray ${version}`, node_version && `Node.js ${node_version}`]
              .filter(Boolean)
              .join(', ')}
          </small>
        </span>
      ),
    },
    { id: 'role', head: t('overview.role'), cell: ({ role }) => <Role role={role} /> },
    { id: 'state', head: t('overview.state'), cell: (node) => <NodeState node={node} /> },
    {
      id: 'started',
      head: t('overview.started'),
      isForDesk: true,
      cell: ({ started_at }) => <Ago at={started_at} />,
    },
    { id: 'seen', head: t('overview.seen'), cell: ({ seen_at }) => <Ago at={seen_at} /> },
  ]
}

function useQueueColumns(): Column<HealthQueue>[] {
  const { t } = useTexts('health')
  return [
    {
      id: 'queue',
      head: t('overview.queue'),
      isMain: true,
      grows: true,
      cell: ({ queue }) => t(`overview.names.${queue}`),
    },
    {
      id: 'waiting',
      head: t('overview.waiting'),
      cell: ({ waiting }) => (waiting >= maxCounted ? t('overview.most') : wholeNumber(waiting)),
    },
    {
      id: 'oldest',
      head: t('overview.oldest'),
      cell: ({ oldest_at }) => (oldest_at ? <Ago at={oldest_at} /> : t('overview.none')),
    },
  ]
}

function useTaskColumns(): Column<HealthTask>[] {
  const { t } = useTexts('health')
  return [
    {
      id: 'task',
      head: t('overview.task'),
      isMain: true,
      sortBy: ({ task }) => task,
      cell: ({ task }) => <code>{task}</code>,
    },
    {
      id: 'last',
      head: t('overview.last'),
      sortBy: ({ ended_at }) => ended_at,
      cell: ({ ended_at }) => <Ago at={ended_at} />,
    },
    { id: 'took', head: t('overview.took'), sortBy: ({ ms }) => ms, cell: ({ ms }) => milliseconds(ms) },
    { id: 'next', head: t('overview.next'), isForDesk: true, cell: ({ next_at }) => <Ago at={next_at} /> },
    {
      id: 'error',
      head: t('overview.error'),
      grows: true,
      sortBy: ({ failed_at }) => failed_at ?? '',
      cell: ({ failed_at, error }) =>
        failed_at && (
          <span className="health-long">
            <Ago at={failed_at} />: <code>{error}</code>
          </span>
        ),
    },
  ]
}

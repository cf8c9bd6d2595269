import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listProviderActivity, type ProviderActivity } from '#contract/admin/activity.ts'
import { type ChosenProvider, listProviders, sendTestText, testProvider } from '#contract/admin/providers.ts'
import { wholeNumber } from '../../kit/money.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { useAddress } from '../../panel/link.tsx'
import { IconStethoscope } from '../icons.ts'
import { mayCall, useMe } from '../session/me.ts'
import { Ago, CheckMark, milliseconds, ServerText } from './parts.tsx'
import { TestMailLink } from './test-mail-link.tsx'
import { TestText } from './test-text.tsx'
import { nameOf, type Tests, useTests } from './use-tests.ts'

const refreshMs = 15_000

type Row = { provider: ChosenProvider; outcomes: ProviderActivity['outcomes']; isUnused?: boolean }

/** Every provider in use with its last requests, and a button that sends one. */
export function ProvidersTab() {
  const { t } = useTexts('health')
  const me = useMe()
  const { data, error, refetch } = useQuery(reading(listProviders, {}))
  const activity = useQuery({ ...reading(listProviderActivity, {}), refetchInterval: refreshMs }).data
  const tests = useTests()
  const providers = data?.providers ?? []
  const [{ provider: wanted }] = useAddress()
  const failed = activity?.providers.find(({ kind, provider }) => nameOf({ kind, name: provider }) === wanted)
  const isMissing = data && failed && !providers.some((each) => nameOf(each) === wanted)
  // Another node, or an earlier setting, called it: this node cannot test it.
  const unused = isMissing ? [{ kind: failed.kind, name: failed.provider }] : []
  const rows = data && [
    ...unused.map((provider) => ({ provider, outcomes: outcomesOf(provider, activity), isUnused: true })),
    ...providers.map((provider) => ({ provider, outcomes: outcomesOf(provider, activity) })),
  ]
  const mayTest = mayCall(me, testProvider)
  return (
    <>
      {mayTest && (
        <div className="panel-line">
          {/* No key: it takes long, so a letter typed by mistake must not start it. */}
          <Button
            variant="default"
            leftSection={<IconStethoscope size={16} aria-hidden />}
            disabled={tests.isBusy || providers.length === 0}
            onClick={() => void tests.all(providers)}
          >
            {t('providers.testAll')}
          </Button>
        </div>
      )}
      <div className="panel-named-cells health-cards">
        <DataTable
          label={t('providers.title')}
          columns={useColumns(mayTest ? tests : null)}
          rows={rows}
          rowId={({ provider }) => nameOf(provider)}
          error={error}
          onRetry={() => void refetch()}
          empty={{ title: t('providers.none') }}
        />
      </div>
      {providers.some(({ kind }) => kind === 'mail') && <TestMailLink />}
      {data?.sends_texts && mayCall(me, sendTestText) && <TestText />}
    </>
  )
}

const outcomesOf = (
  { kind, name }: ChosenProvider,
  activity: { providers: ProviderActivity[] } | undefined,
): ProviderActivity['outcomes'] =>
  activity?.providers.find((each) => each.kind === kind && each.provider === name)?.outcomes ?? []

const failures = new Set(['unavailable', 'refused', 'unknown'])

function useColumns(tests: Tests | null): Column<Row>[] {
  const { t } = useTexts('health')
  const columns: Column<Row>[] = [
    {
      id: 'provider',
      head: t('providers.provider'),
      isMain: true,
      cell: ({ provider: { kind, name } }) => (
        <span className="panel-pair">
          {t(`providers.kinds.${kind}`)}
          <small>
            <code>{name}</code>
          </small>
        </span>
      ),
    },
    { id: 'last', head: t('providers.last'), cell: ({ outcomes }) => <LastCall outcomes={outcomes} /> },
    { id: 'calls', head: t('providers.calls'), cell: ({ outcomes }) => <Calls outcomes={outcomes} /> },
    {
      id: 'cause',
      head: t('providers.cause'),
      grows: true,
      cell: ({ outcomes }) => <LastFailure outcomes={outcomes} />,
    },
  ]
  if (!tests) return columns
  const result: Column<Row> = {
    id: 'result',
    head: t('providers.result'),
    cell: ({ provider, isUnused }) =>
      isUnused ? t('providers.unused') : <TestResult {...{ provider, tests }} />,
  }
  return [...columns, result]
}

type Outcomes = { outcomes: ProviderActivity['outcomes'] }

const latest = (outcomes: ProviderActivity['outcomes']) =>
  outcomes.toSorted((a, b) => b.last_at.localeCompare(a.last_at))[0]

function LastCall({ outcomes }: Outcomes) {
  const { t } = useTexts('health')
  const last = latest(outcomes)
  if (!last) return t('never')
  return (
    <span className="panel-pair">
      <Ago at={last.last_at} />
      <small>{milliseconds(last.last_ms)}</small>
    </span>
  )
}

function Calls({ outcomes }: Outcomes) {
  const { t } = useTexts('health')
  const sum = (of: ProviderActivity['outcomes']) => of.reduce((all, { calls }) => all + calls, 0)
  const failed = sum(outcomes.filter(({ outcome }) => failures.has(outcome)))
  const count = sum(outcomes)
  return failed > 0 ? (
    <b>{t('providers.failed', { failed: wholeNumber(failed), calls: wholeNumber(count) })}</b>
  ) : (
    wholeNumber(count)
  )
}

function LastFailure({ outcomes }: Outcomes) {
  const { t } = useTexts('health')
  const last = latest(outcomes.filter(({ outcome }) => failures.has(outcome)))
  if (!last) return null
  return (
    <span className="health-long health-line">
      <Ago at={last.last_at} />: {last.cause ? <code>{last.cause}</code> : t('providers.noCause')}
    </span>
  )
}

const focusOnce = (button: HTMLButtonElement | null): void => button?.focus()

function TestResult({ provider, tests }: { provider: ChosenProvider; tests: Tests }) {
  const { t } = useTexts('health')
  const name = nameOf(provider)
  const result = tests.results[name]
  const isTested = tests.tested === name
  const [{ provider: wanted }] = useAddress()
  return (
    <div className="health-result" aria-live="polite">
      <Button
        size="xs"
        variant="light"
        loading={isTested}
        disabled={tests.isBusy && !isTested}
        ref={wanted === name ? focusOnce : undefined}
        aria-label={t('providers.testOf', {
          name: `${t(`providers.kinds.${provider.kind}`)} ${provider.name}`,
        })}
        onClick={() => void tests.one(provider)}
      >
        {t('providers.test')}
      </Button>
      {result && (
        <>
          <span>
            <CheckMark status={result.status} /> {milliseconds(result.ms)}
          </span>
          <small className="health-long health-line">
            <ServerText text={result.detail} />
          </small>
          {result.remedy && (
            <p className="health-long health-line">
              <ServerText text={result.remedy} />
            </p>
          )}
        </>
      )}
    </div>
  )
}

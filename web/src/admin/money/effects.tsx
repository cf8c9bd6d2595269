import { useQuery } from '@tanstack/react-query'
import {
  type EffectState,
  effectFilterStates,
  exportEffects,
  listEffects,
  type MoneyEffect,
} from '#contract/admin/money/effects.ts'
import { requestOf } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { type Search, useAddress } from '../../panel/link.tsx'
import { type Look, Mark } from '../../panel/mark.tsx'
import type { WithPhones } from '../file-links.tsx'
import { Said } from '../said.tsx'
import { Amount, JobCell, PersonCell, When } from './cells.tsx'
import { EffectDrawer } from './effect-drawer.tsx'
import { moneyFilterNames, moneyQuery, ofPage, ofPartner, ofProcessor, oneOf } from './filters.ts'

type EffectKind = MoneyEffect['kind']

export const effectFilterNames = [...moneyFilterNames, 'state', 'carrier']

const queryOf = (address: Search, kind: EffectKind | undefined) => {
  const state = oneOf(effectFilterStates, address.state)
  return {
    ...moneyQuery(address),
    ...ofPartner(address),
    ...ofProcessor(address),
    ...(kind && { kind }),
    ...(state && { state }),
    ...(address.carrier && { carrier_id: address.carrier }),
  }
}

/** The URL of a file with the rows of the table. */
export const effectsFile = (address: Search, kind: EffectKind | undefined, phones: WithPhones): string =>
  requestOf(exportEffects, { query: { ...queryOf(address, kind), ...phones } }).url

/** Calls to the processor, of one kind or of all; each opens with its attempts and what staff can do. */
export function EffectsTable({ kind, label }: { kind?: EffectKind; label: string }) {
  const { t } = useTexts('money')
  const [address, change] = useAddress()
  const query = { ...queryOf(address, kind), ...ofPage(address) }
  const { data, error, refetch } = useQuery(reading(listEffects, { query }))
  const opened = data?.effects.find(({ effect_id }) => effect_id === address.effect)
  return (
    <div className="panel-named-cells money-table">
      <DataTable
        label={label}
        columns={useColumns(kind)}
        rows={data?.effects}
        rowId={({ effect_id }) => effect_id}
        opens={({ effect_id }) => ({ effect: effect_id })}
        error={error}
        onRetry={() => void refetch()}
        filters={effectFilterNames}
        empty={{ title: t('effects.none'), text: t('effects.noneText') }}
        nextPage={data?.next ? { before: data.next } : null}
      />
      <EffectDrawer effect={opened} onClose={() => change({ effect: undefined })} />
    </div>
  )
}

function useColumns(kind: EffectKind | undefined): Column<MoneyEffect>[] {
  const { t } = useTexts('money')
  const carrier: Column<MoneyEffect> = {
    id: 'carrier',
    head: t('carrier'),
    cell: ({ carrier: paid }) => <PersonCell person={paid} to="carrier" />,
  }
  return [
    {
      id: 'call',
      head: t('amount'),
      isNumber: true,
      isMain: true,
      cell: ({ kind: of, amount_cents, by_hand }) => (
        <span className="panel-pair">
          <Amount cents={amount_cents} />
          <small>
            {[t(`effects.kinds.${of}`), by_hand && t('effects.byHand')].filter(Boolean).join(' · ')}
          </small>
        </span>
      ),
    },
    {
      id: 'state',
      head: t('state'),
      cell: (effect) => <EffectMark effect={effect} />,
    },
    {
      id: 'job',
      head: t('job'),
      grows: true,
      cell: ({ job, partner }) => <JobCell job={job} partner={partner} none={t('topUp')} />,
    },
    ...(kind === 'transfer' ? [carrier] : []),
    {
      id: 'attempts',
      head: t('effects.lastError'),
      isForDesk: true,
      cell: ({ last_error, state }) =>
        last_error &&
        state !== 'done' && (
          <span className="panel-cut">
            <Said text={last_error} />
          </span>
        ),
    },
    { id: 'queued', head: t('effects.queued'), cell: ({ created_at }) => <When at={created_at} /> },
  ]
}

const looks: Record<EffectState, Look> = {
  due: undefined,
  running: undefined,
  failing: 'bad',
  waits_for_processor: 'waits',
  waits_for_account: 'waits',
  blocked: 'waits',
  done: 'good',
  refused: 'bad',
}

function EffectMark({ effect: { state } }: { effect: MoneyEffect }) {
  const { t } = useTexts('money')
  return <Mark look={looks[state]}>{t(`effects.states.${state}`)}</Mark>
}

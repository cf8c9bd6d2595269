import { disputeKinds, disputeStates } from '#contract/admin/money/disputes.ts'
import { effectFilterStates } from '#contract/admin/money/effects.ts'
import { feeKinds } from '#contract/admin/money/fees.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Search, useAddress } from '../../panel/link.tsx'
import { FileLinks, type WithPhones } from '../file-links.tsx'
import { DisputesTable, disputesFile } from './disputes.tsx'
import { EffectsTable, effectsFile } from './effects.tsx'
import { FeesTable, feesFile } from './fees.tsx'
import { oneOf } from './filters.ts'
import { MoneyFilters } from './money-filters.tsx'
import { MoneyPage } from './money-page.tsx'

const lists = ['captures', 'refunds', 'fees', 'disputes', 'calls'] as const
type List = (typeof lists)[number]

const effectKindOf = { captures: 'capture', refunds: 'refund', calls: undefined } as const

const fileOf = (of: List, address: Search, phones: WithPhones): string => {
  if (of === 'fees') return feesFile(address, phones)
  return of === 'disputes' ? disputesFile(address, phones) : effectsFile(address, effectKindOf[of], phones)
}

/** Captures, refunds, fees and disputes: one list at a time, chosen in the URL. */
export function Charges() {
  const { t } = useTexts('money')
  const [address] = useAddress()
  const of = oneOf(lists, address.of) ?? 'captures'
  return (
    <MoneyPage
      title={t('tabs.charges')}
      lead={t('charges.lead')}
      actions={<FileLinks hrefOf={(phones) => fileOf(of, address, phones)} />}
    >
      <MoneyFilters
        choices={useChoices(of)}
        fields={['partner', 'job', ...(of === 'fees' ? [] : (['processor'] as const)), 'days', 'amounts']}
      />
      <Shown of={of} />
    </MoneyPage>
  )
}

function Shown({ of }: { of: List }) {
  const { t } = useTexts('money')
  const label = t(`charges.of.${of}`)
  if (of === 'fees') return <FeesTable label={label} />
  if (of === 'disputes') return <DisputesTable label={label} />
  const kind = effectKindOf[of]
  return <EffectsTable key={of} label={label} {...(kind && { kind })} />
}

/** Which list is shown, and the filters that only this list has. */
function useChoices(of: List) {
  const { t } = useTexts('money')
  const show = {
    name: 'of',
    label: t('charges.show'),
    initial: 'captures',
    clears: ['state', 'kind'],
    options: lists.map((value) => ({ value: value as string, label: t(`charges.of.${value}`) })),
  }
  const choice = (name: 'state' | 'kind', options: { value: string; label: string }[]) => ({
    name,
    label: t(name),
    options,
  })
  if (of === 'fees')
    return [
      show,
      choice(
        'kind',
        feeKinds.map((value) => ({ value, label: t(`fees.kinds.${value}`) })),
      ),
    ]
  if (of === 'disputes')
    return [
      show,
      choice(
        'state',
        disputeStates.map((value) => ({ value, label: t(`disputes.states.${value}`) })),
      ),
      choice(
        'kind',
        disputeKinds.map((value) => ({ value, label: t(`disputes.kinds.${value}`) })),
      ),
    ]
  const states = effectFilterStates.map((value) => ({ value, label: t(`effects.states.${value}`) }))
  return [show, choice('state', states)]
}

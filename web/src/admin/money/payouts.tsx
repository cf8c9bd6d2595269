import { effectFilterStates } from '#contract/admin/money/effects.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAddress } from '../../panel/link.tsx'
import { FileLinks } from '../file-links.tsx'
import { EffectsTable, effectsFile } from './effects.tsx'
import { MoneyFilters } from './money-filters.tsx'
import { MoneyPage } from './money-page.tsx'
import { OnlyOf } from './only-of.tsx'

/** What carriers are paid. */
export function Payouts() {
  const { t } = useTexts('money')
  const [address] = useAddress()
  return (
    <MoneyPage
      title={t('tabs.payouts')}
      lead={t('payouts.lead')}
      actions={<FileLinks hrefOf={(phones) => effectsFile(address, 'transfer', phones)} />}
    >
      <MoneyFilters
        choices={[
          {
            name: 'state',
            label: t('state'),
            options: effectFilterStates.map((value) => ({ value, label: t(`effects.states.${value}`) })),
          },
        ]}
        fields={['partner', 'job', 'processor', 'days', 'amounts']}
      />
      <OnlyOf />
      <EffectsTable kind="transfer" label={t('tabs.payouts')} />
    </MoneyPage>
  )
}

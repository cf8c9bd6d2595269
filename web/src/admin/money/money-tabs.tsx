import { useTexts } from '../../kit/texts/use-texts.ts'
import { Tabs } from '../../panel/tabs.tsx'

const tabs = [
  'overview',
  'holds',
  'charges',
  'payouts',
  'wallets',
  'receipts',
  'ledger',
  'reconciliation',
  'statements',
  'closing',
] as const

/** The pages of money, as links. */
export function MoneyTabs() {
  const { t } = useTexts('money')
  return (
    <Tabs
      label={t('tabs.label')}
      tabs={tabs.map((name) => ({
        to: name === 'overview' ? '/admin/money' : `/admin/money/${name}`,
        text: t(`tabs.${name}`),
        isExact: name === 'overview',
      }))}
    />
  )
}

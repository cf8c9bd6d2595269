import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAddress } from '../../panel/link.tsx'
import { RemovableFilters } from '../../panel/removable-filters.tsx'
import { useAccountName } from '../account-name.ts'

/** The carrier, payment or account by which a link filters the rows. */
export function OnlyOf() {
  const { t } = useTexts('money')
  const [{ account = '' }] = useAddress()
  const accountName = useAccountName()
  return (
    <RemovableFilters
      names={['carrier', 'payment', 'account'] as const}
      title={t('filters.remove')}
      textOf={(name) =>
        t('filters.only', { what: t(`filters.names.${name}`, { account: accountName(account) }) })
      }
    />
  )
}

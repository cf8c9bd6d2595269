import { useTranslation } from 'react-i18next'
import { useAddress } from '../../panel/link.tsx'
import { shortAccount } from './account-name.ts'

const subjects = ['carrier', 'payment', 'account'] as const

/** Filters that only a link sets; each can be removed. */
export function OnlyOf() {
  const { t } = useTranslation('money')
  const [address, change] = useAddress()
  const there = subjects.filter((each) => address[each])
  if (there.length === 0) return null
  const what = (each: (typeof subjects)[number]) =>
    t(`filters.names.${each}`, { account: shortAccount(address.account ?? '') })
  return (
    <div className="panel-chips">
      {there.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed
          title={t('filters.remove')}
          onClick={() => change({ [each]: undefined, before: undefined })}
        >
          {t('filters.only', { what: what(each) })} ×
        </button>
      ))}
    </div>
  )
}

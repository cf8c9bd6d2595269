import { useTranslation } from 'react-i18next'
import { useAddress } from '../../panel/link.tsx'

const subjects = ['partner', 'customer', 'carrier'] as const

/** Filters that only a link sets, such as the page of a carrier; each can be removed. */
export function OnlyOf() {
  const { t } = useTranslation('jobs')
  const [address, change] = useAddress()
  const there = subjects.filter((each) => address[each])
  if (there.length === 0) return null
  return (
    <div className="panel-chips">
      {there.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed
          title={t('list.remove')}
          onClick={() => change({ [each]: undefined, before: undefined })}
        >
          {t('list.only', { who: t(`list.${each}`) })} ×
        </button>
      ))}
    </div>
  )
}

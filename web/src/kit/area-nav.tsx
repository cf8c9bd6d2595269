import { Link } from '@tanstack/react-router'
import {
  IconCoinEuro,
  IconListDetails,
  IconMap2,
  IconPackage,
  IconPlus,
  IconTruckDelivery,
  IconUser,
} from './icons.ts'
import { useTexts } from './texts/use-texts.ts'

const items = {
  customer: [
    { to: '/app', text: 'nav.jobs', Icon: IconPackage },
    { to: '/app/start', text: 'nav.start', Icon: IconPlus },
    { to: '/app/account', text: 'nav.account', Icon: IconUser },
  ],
  carrier: [
    { to: '/carrier', text: 'nav.feed', Icon: IconMap2 },
    { to: '/carrier/jobs', text: 'nav.mine', Icon: IconTruckDelivery },
    { to: '/carrier/earnings', text: 'nav.earnings', Icon: IconCoinEuro },
    { to: '/carrier/profile', text: 'nav.profile', Icon: IconListDetails },
  ],
} as const

/** The bottom navigation of an area (customer or carrier). */
export function AreaNav({ area }: { area: keyof typeof items }) {
  const { t } = useTexts('kit')
  return (
    <nav className="dray-nav" aria-label={t('nav.label')}>
      {items[area].map(({ to, text, Icon }) => (
        <Link key={to} to={to} activeOptions={{ exact: true }}>
          <Icon aria-hidden size={24} />
          {t(text)}
        </Link>
      ))}
    </nav>
  )
}

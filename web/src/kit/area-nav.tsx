import { Link, useLocation } from '@tanstack/react-router'
import { Brand } from './brand.tsx'
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

/** `within`: the screens that are opened from it. */
const items = {
  customer: [
    { to: '/app', within: /^\/app\/jobs\//, text: 'nav.jobs', Icon: IconPackage },
    { to: '/app/start', within: null, text: 'nav.start', Icon: IconPlus },
    { to: '/app/account', within: /^\/app\/account\//, text: 'nav.account', Icon: IconUser },
  ],
  carrier: [
    { to: '/carrier', within: /^\/carrier\/feed\//, text: 'nav.feed', Icon: IconMap2 },
    { to: '/carrier/jobs', within: /^\/carrier\/jobs\//, text: 'nav.mine', Icon: IconTruckDelivery },
    { to: '/carrier/earnings', within: /^\/carrier\/statements\//, text: 'nav.earnings', Icon: IconCoinEuro },
    { to: '/carrier/profile', within: null, text: 'nav.profile', Icon: IconListDetails },
  ],
} as const

type AreaNavProps = {
  area: keyof typeof items
  /** At the side, with the name of the service; else at the bottom. */
  isSide?: boolean
}

/** The navigation of an area (customer or carrier). */
export function AreaNav({ area, isSide = false }: AreaNavProps) {
  const { t } = useTexts('kit')
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <nav className={isSide ? 'dray-side' : 'dray-nav'} aria-label={t('nav.label')}>
      {isSide && <Brand />}
      {items[area].map(({ to, within, text, Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={within?.test(path) || undefined}
        >
          <Icon aria-hidden size={24} />
          {t(text)}
        </Link>
      ))}
    </nav>
  )
}

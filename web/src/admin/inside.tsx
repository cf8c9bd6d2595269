import type { StaffMe } from '#contract/admin/common.ts'
import { IconCoinEuro, IconPackage, IconTruck, IconUser } from '../kit/icons.ts'
import { useTexts } from '../kit/texts/use-texts.ts'
import { MemberFrame } from '../member/member-frame.tsx'
import { MembersOnly } from '../member/members-only.tsx'
import { IconReceiptEuro, IconUsers } from '../panel/icons.ts'
import type { NavGroup } from '../panel/places.ts'
import { IconBuildingStore, IconFriends, IconHeartbeat, IconHistory, IconSunHigh } from './icons.ts'
import { useCommands } from './use-commands.ts'
import { useSearches } from './use-searches.ts'

/** The frame around every page for members of staff. */
export function Inside() {
  // The responses of this surface hold members of staff.
  return <MembersOnly>{(me) => <InsideFor me={me as StaffMe} />}</MembersOnly>
}

function InsideFor({ me }: { me: StaffMe }) {
  const { t } = useTexts('admin')
  return (
    <MemberFrame
      me={me}
      name={t('name')}
      navLabel={t('nav.label')}
      groups={useNavigation()}
      commands={useCommands(me)}
      searches={useSearches(me)}
    />
  )
}

function useNavigation(): NavGroup[] {
  const { t } = useTexts('admin')
  return [
    {
      title: t('nav.work'),
      items: [
        { to: '/admin', text: t('nav.today'), Icon: IconSunHigh, key: 't', isExact: true },
        { to: '/admin/jobs', text: t('nav.jobs'), Icon: IconPackage, key: 'j' },
        { to: '/admin/partners', text: t('nav.partners'), Icon: IconBuildingStore, key: 'r' },
        { to: '/admin/tariffs', text: t('nav.tariffs'), Icon: IconReceiptEuro, key: 'f' },
        { to: '/admin/carriers', text: t('nav.carriers'), Icon: IconTruck, key: 'c' },
        { to: '/admin/customers', text: t('nav.customers'), Icon: IconFriends, key: 'u' },
        { to: '/admin/money', text: t('nav.money'), Icon: IconCoinEuro, key: 'm' },
      ],
    },
    {
      title: t('nav.team'),
      items: [
        { to: '/admin/staff', text: t('nav.staff'), Icon: IconUsers, key: 's' },
        { to: '/admin/audit', text: t('nav.audit'), Icon: IconHistory, key: 'l' },
        { to: '/admin/health', text: t('nav.health'), Icon: IconHeartbeat, key: 'h' },
        { to: '/admin/account', text: t('nav.account'), Icon: IconUser, key: 'a' },
      ],
    },
  ]
}

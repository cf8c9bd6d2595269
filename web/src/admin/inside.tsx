import {
  IconBuildingStore,
  IconFriends,
  IconHistory,
  IconPackage,
  IconReceiptEuro,
  IconSunHigh,
  IconTruck,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { Navigate, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { StaffMe } from '#contract/admin/common.ts'
import { Failed, Loading } from '../kit/states.tsx'
import { Frame, type NavGroup } from '../panel/frame.tsx'
import { ProofDialog } from '../panel/proof-dialog.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useStaffMe } from './session/me.ts'
import { proofWaysOf } from './session/proof-ways.ts'
import { useCommands } from './use-commands.ts'

/** The frame around every page for members; leads to the sign-in and back if no member is signed in. */
export function Inside() {
  const { me, error, retry } = useStaffMe()
  if (me === null) {
    const back = location.pathname + location.search
    return <Navigate to={'/admin/sign-in' as never} search={{ back } as never} replace />
  }
  if (me) return <InsideFor me={me} />
  return (
    <div className="panel-alone">
      {error ? <Failed error={error} onRetry={retry} /> : <Loading rows={2} />}
    </div>
  )
}

function InsideFor({ me }: { me: StaffMe }) {
  const { t } = useTranslation('admin')
  return (
    <>
      <Frame
        name={t('name')}
        navLabel={t('nav.label')}
        groups={useNavigation()}
        commands={useCommands(me)}
        account={<AccountMenu me={me} />}
      >
        <Outlet />
      </Frame>
      <ProofDialog ways={proofWaysOf(me)} />
    </>
  )
}

function useNavigation(): NavGroup[] {
  const { t } = useTranslation('admin')
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
      ],
    },
    {
      title: t('nav.team'),
      items: [
        { to: '/admin/people', text: t('nav.people'), Icon: IconUsers, key: 's' },
        { to: '/admin/audit', text: t('nav.audit'), Icon: IconHistory, key: 'l' },
        { to: '/admin/account', text: t('nav.account'), Icon: IconUser, key: 'a' },
      ],
    },
  ]
}

import { useQuery } from '@tanstack/react-query'
import type { StaffMe } from '#contract/admin/common.ts'
import { inviteMember } from '#contract/admin/members.ts'
import { createPartner, listPartners } from '#contract/admin/partners.ts'
import { testProvider } from '#contract/admin/providers.ts'
import { IconTruck, IconUser } from '../kit/icons.ts'
import { reading } from '../kit/query-client.ts'
import { useTexts } from '../kit/texts/use-texts.ts'
import { useOwnCommands } from '../member/use-own-commands.ts'
import { IconUserPlus } from '../panel/icons.ts'
import { useGo } from '../panel/link.tsx'
import type { Command } from '../panel/places.ts'
import { IconBuildingStore, IconHeartbeat } from './icons.ts'
import { mayCall } from './session/me.ts'
import { allMembers } from './staff/all-members.ts'

/** What the command bar offers beside the pages: acts, and members by their names. */
export function useCommands(me: StaffMe): Command[] {
  const { t } = useTexts('admin')
  const go = useGo()
  const members = useQuery(allMembers()).data?.members ?? []
  const invite = {
    id: 'invite',
    text: t('member:team.invite'),
    group: t('panel:bar.acts'),
    Icon: IconUserPlus,
    run: () => go('/admin/staff', { search: { invite: 'yes' } }),
  }
  const waiting = {
    id: 'carriers-waiting',
    text: t('bar.carriersWaiting'),
    group: t('panel:bar.acts'),
    Icon: IconTruck,
    run: () => go('/admin/carriers', { search: { status: 'pending' } }),
  }
  return [
    waiting,
    ...(mayCall(me, inviteMember) ? [invite] : []),
    ...usePartnerCommands(me),
    ...useHealthCommands(me),
    ...useOwnCommands(),
    ...members.map(({ member_id, name }) => ({
      id: member_id,
      text: name,
      group: t('staff.title'),
      Icon: IconUser,
      isFoundOnly: true,
      run: () => go('/admin/staff', { search: { member: member_id } }),
    })),
  ]
}

/** Adding a partner, and partners by their names. */
function usePartnerCommands(me: StaffMe): Command[] {
  const { t } = useTexts('admin')
  const go = useGo()
  const partners = useQuery(reading(listPartners, { query: { limit: 200 } })).data?.partners ?? []
  const add = {
    id: 'add-partner',
    text: t('nav.addPartner'),
    group: t('panel:bar.acts'),
    Icon: IconBuildingStore,
    run: () => go('/admin/partners', { search: { add: 'yes' } }),
  }
  return [
    ...(mayCall(me, createPartner) ? [add] : []),
    ...partners.map(({ partner_id, company_name }) => ({
      id: partner_id,
      text: company_name,
      group: t('nav.partners'),
      Icon: IconBuildingStore,
      isFoundOnly: true,
      run: () => go(`/admin/partners/${partner_id}`),
    })),
  ]
}

/** The parts of the page about the installation. */
function useHealthCommands(me: StaffMe): Command[] {
  const { t } = useTexts('admin')
  const go = useGo()
  const part = (id: string, text: string, tab: string): Command => ({
    id,
    text,
    group: t('panel:bar.acts'),
    Icon: IconHeartbeat,
    run: () => go('/admin/health', { search: { tab } }),
  })
  if (!mayCall(me, testProvider)) return []
  return [
    part('test-providers', t('nav.testProviders'), 'providers'),
    part('examine', t('nav.examine'), 'doctor'),
  ]
}

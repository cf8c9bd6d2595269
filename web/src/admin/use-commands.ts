import { useMantineColorScheme } from '@mantine/core'
import {
  IconBuildingStore,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconTruck,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { StaffMe } from '#contract/admin/common.ts'
import { inviteMember, listMembers } from '#contract/admin/members.ts'
import { createPartner, listPartners } from '#contract/admin/partners.ts'
import { languages } from '#contract/vocabulary.ts'
import { changeLanguage, currentLanguage, languageNames } from '../kit/language.ts'
import { reading } from '../kit/query-client.ts'
import type { Command } from '../panel/command-bar.tsx'
import { useGo } from '../panel/link.tsx'
import { mayCall } from './session/me.ts'
import { useSignOut } from './session/use-sign-out.ts'

/** What the command bar offers beside the pages: acts, and members by their names. */
export function useCommands(me: StaffMe): Command[] {
  const { t } = useTranslation('admin')
  const go = useGo()
  const people = useQuery(reading(listMembers, {})).data?.members ?? []
  const invite = {
    id: 'invite',
    text: t('people.invite'),
    group: t('bar.acts', { ns: 'panel' }),
    Icon: IconUserPlus,
    run: () => go('/admin/people', { search: { invite: 'yes' } }),
  }
  const waiting = {
    id: 'carriers-waiting',
    text: t('bar.carriersWaiting'),
    group: t('bar.acts', { ns: 'panel' }),
    Icon: IconTruck,
    run: () => go('/admin/carriers', { search: { status: 'pending' } }),
  }
  return [
    waiting,
    ...(mayCall(me, inviteMember) ? [invite] : []),
    ...usePartnerCommands(me),
    ...useOwnCommands(),
    ...people.map(({ member_id, name }) => ({
      id: member_id,
      text: name,
      group: t('people.title'),
      Icon: IconUser,
      isFoundOnly: true,
      run: () => go('/admin/people', { search: { member: member_id } }),
    })),
  ]
}

/** Adding a partner, and partners by their names. */
function usePartnerCommands(me: StaffMe): Command[] {
  const { t } = useTranslation('admin')
  const go = useGo()
  const partners = useQuery(reading(listPartners, { query: { limit: 200 } })).data?.partners ?? []
  const add = {
    id: 'add-partner',
    text: t('nav.addPartner'),
    group: t('bar.acts', { ns: 'panel' }),
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

/** Language, colours and signing out. */
function useOwnCommands(): Command[] {
  const { t } = useTranslation('kit')
  const { t: panel } = useTranslation('panel')
  const { setColorScheme } = useMantineColorScheme()
  const { signOut } = useSignOut()
  const group = panel('bar.acts')
  const other = languages.find((language) => language !== currentLanguage()) ?? 'en'
  return [
    {
      id: 'dark',
      text: `${t('colours')}: ${t('colourOf.dark')}`,
      group,
      Icon: IconMoon,
      run: () => setColorScheme('dark'),
    },
    {
      id: 'light',
      text: `${t('colours')}: ${t('colourOf.light')}`,
      group,
      Icon: IconSun,
      run: () => setColorScheme('light'),
    },
    {
      id: 'language',
      text: `${t('language')}: ${languageNames[other]}`,
      group,
      Icon: IconLanguage,
      run: () => void changeLanguage(other),
    },
    { id: 'sign-out', text: panel('signOut'), group, Icon: IconLogout, run: signOut },
  ]
}

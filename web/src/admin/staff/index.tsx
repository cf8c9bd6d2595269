import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { inviteMember, listInvitations, type Member } from '#contract/admin/members.ts'
import { staffRoles } from '#contract/vocabulary.ts'
import { fromNow } from '../../kit/when.ts'
import { useWaysIn } from '../../member/use-ways-in.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { type Search, useAddress } from '../../panel/link.tsx'
import { rareNextPage } from '../../panel/next-page.ts'
import { Page } from '../../panel/page.tsx'
import { plain } from '../../panel/plain.ts'
import { mayCall, useMe } from '../session/me.ts'
import { allMembers } from './all-members.ts'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberName, RoleMark } from './marks.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import { StaffFilters } from './staff-filters.tsx'

/** The members of staff, and for owners the open invitations. */
export function Staff() {
  const { t } = useTranslation('admin')
  const me = useMe()
  const [address, change] = useAddress()
  const { data, error, refetch } = useQuery(allMembers(address.before))
  const members = data?.members
  const opened = members?.find(({ member_id }) => member_id === address.member)
  const invite = (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => change({ invite: 'yes' })}>
      {t('staff.invite')}
    </Button>
  )
  return (
    <Page title={t('staff.title')} lead={t('staff.lead')} actions={mayCall(me, inviteMember) && invite}>
      <StaffFilters />
      <DataTable
        label={t('staff.title')}
        columns={useColumns()}
        rows={members?.filter((member) => isWanted(member, address))}
        rowId={({ member_id }) => member_id}
        opens={({ member_id }) => ({ member: member_id })}
        error={error}
        onRetry={() => void refetch()}
        filters={['q', 'role']}
        empty={{ title: t('staff.none'), text: t('staff.noneText') }}
        {...rareNextPage(data, address)}
      />
      {mayCall(me, listInvitations) && <Invitations />}
      <MemberDrawer member={opened} onClose={() => change({ member: undefined })} />
      {mayCall(me, inviteMember) && (
        <InviteDialog isOpen={address.invite === 'yes'} onClose={() => change({ invite: undefined })} />
      )}
    </Page>
  )
}

const isWanted = (member: Member, { q = '', role }: Search): boolean =>
  plain(member.name).includes(plain(q.trim())) && (!role || member.role === role)

function useColumns(): Column<Member>[] {
  const { t } = useTranslation('admin')
  const waysIn = useWaysIn()
  return [
    {
      id: 'name',
      head: t('staff.name'),
      isMain: true,
      grows: true,
      sortBy: ({ name }) => name,
      cell: (member) => <MemberName member={member} />,
    },
    {
      id: 'role',
      head: t('staff.role'),
      sortBy: ({ role }) => -staffRoles.indexOf(role),
      cell: ({ role }) => <RoleMark role={role} />,
    },
    { id: 'ways', head: t('staff.signsIn'), cell: waysIn, isForDesk: true },
    {
      id: 'seen',
      head: t('staff.lastSeen'),
      sortBy: ({ last_seen_at }) => last_seen_at,
      cell: ({ last_seen_at }) => (last_seen_at ? fromNow(last_seen_at) : t('staff.never')),
    },
  ]
}

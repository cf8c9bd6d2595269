import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { TObject } from 'typebox'
import type { PartnerMember } from '#contract/partner-panel/members.ts'
import { partnerRoles } from '#contract/vocabulary.ts'
import { fromNow } from '../../kit/when.ts'
import { useWaysIn } from '../../member/use-ways-in.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { useAddress } from '../../panel/link.tsx'
import { rareNextPage } from '../../panel/next-page.ts'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberName, RoleMark } from './marks.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import { useTeam } from './team.ts'

/** The people of a partner and the open invitations. @param invitationBody the request body of the invitation. */
export function TeamOfPartner({ invitationBody }: { invitationBody: TObject }) {
  const { t } = useTranslation('partners')
  const { members, acts } = useTeam()
  const [address, change] = useAddress()
  const { data, error, refetch } = useQuery(members(address.before))
  const opened = data?.members.find(({ member_id }) => member_id === address.member)
  return (
    <>
      <DataTable
        label={t('people.title')}
        columns={useColumns()}
        rows={data?.members}
        rowId={({ member_id }) => member_id}
        opens={({ member_id }) => ({ member: member_id })}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('people.none'), text: t('people.noneText') }}
        {...rareNextPage(data, address)}
      />
      {acts && <Invitations />}
      <MemberDrawer member={opened} onClose={() => change({ member: undefined })} />
      {acts && (
        <InviteDialog
          body={invitationBody}
          isOpen={address.invite === 'yes'}
          onClose={() => change({ invite: undefined })}
        />
      )}
    </>
  )
}

function useColumns(): Column<PartnerMember>[] {
  const { t } = useTranslation('partners')
  const waysIn = useWaysIn()
  return [
    {
      id: 'name',
      head: t('people.name'),
      isMain: true,
      grows: true,
      cell: (member) => <MemberName member={member} />,
    },
    {
      id: 'role',
      head: t('people.role'),
      sortBy: ({ role }) => -partnerRoles.indexOf(role),
      cell: ({ role }) => <RoleMark role={role} />,
    },
    { id: 'ways', head: t('people.signsIn'), cell: waysIn, isForDesk: true },
    {
      id: 'seen',
      head: t('people.lastSeen'),
      cell: ({ last_seen_at }) => (last_seen_at ? fromNow(last_seen_at) : t('people.notYet')),
    },
  ]
}

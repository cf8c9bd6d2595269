import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { fromNow } from '../../kit/when.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { useAddress } from '../../panel/link.tsx'
import { rareNextPage } from '../../panel/next-page.ts'
import { useWaysIn } from '../use-ways-in.ts'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import { MemberName } from './member-name.tsx'
import { RoleMark } from './role-mark.tsx'
import { type TeamMember, useTeam } from './team.ts'

type TeamTableProps = {
  /** Search parameters that filter the members, and whether a member matches them. */
  filters?: readonly string[]
  isShown?: (member: TeamMember) => boolean
}

/** The members of a team and the open invitations. */
export function TeamTable({ filters = none, isShown = isAny }: TeamTableProps) {
  const { members, acts, words } = useTeam()
  const [address, change] = useAddress()
  const { data, error, refetch } = useQuery(members(address.before))
  const opened = data?.members.find(({ member_id }) => member_id === address.member)
  return (
    <>
      <DataTable
        label={words.title}
        columns={useColumns()}
        rows={data?.members.filter(isShown)}
        rowId={({ member_id }) => member_id}
        opens={({ member_id }) => ({ member: member_id })}
        error={error}
        onRetry={() => void refetch()}
        filters={filters}
        empty={words.none}
        {...rareNextPage(data, address)}
      />
      {acts && <Invitations />}
      <MemberDrawer member={opened} onClose={() => change({ member: undefined })} />
      {acts && (
        <InviteDialog isOpen={address.invite === 'yes'} onClose={() => change({ invite: undefined })} />
      )}
    </>
  )
}

const none: readonly string[] = []
const isAny = () => true

function useColumns(): Column<TeamMember>[] {
  const { t } = useTexts('member')
  const { roles } = useTeam()
  const waysIn = useWaysIn()
  return [
    {
      id: 'name',
      head: t('team.name'),
      isMain: true,
      grows: true,
      sortBy: ({ name }) => name,
      cell: (member) => <MemberName member={member} />,
    },
    {
      id: 'role',
      head: t('team.role'),
      sortBy: ({ role }) => -roles.indexOf(role),
      cell: ({ role }) => <RoleMark role={role} />,
    },
    { id: 'ways', head: t('team.signsIn'), cell: waysIn, isForDesk: true },
    {
      id: 'seen',
      head: t('team.lastSeen'),
      sortBy: ({ last_seen_at }) => last_seen_at,
      cell: ({ last_seen_at }) => (last_seen_at ? fromNow(last_seen_at) : t('team.notYet')),
    },
  ]
}

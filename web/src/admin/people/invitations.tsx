import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listInvitations, type OpenInvitation, revokeInvitation } from '#contract/admin/members.ts'
import { call } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { dayAndTime } from '../../kit/when.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { usePlan } from '../../panel/use-plan.ts'
import { useMe } from '../session/me.ts'
import { proveAhead } from '../session/proof-ways.ts'
import { RoleMark } from './marks.tsx'

/** Invitations that can still be used; nothing without one. */
export function Invitations() {
  const { t } = useTranslation('admin')
  const { data, error, refetch } = useQuery(reading(listInvitations, {}))
  const columns = useColumns()
  if (!error && !data?.invitations.length) return null
  return (
    <section className="panel-below">
      <h2>{t('people.invitations')}</h2>
      <DataTable
        label={t('people.invitations')}
        columns={columns}
        rows={data?.invitations}
        rowId={({ invitation_id }) => invitation_id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: '' }}
      />
    </section>
  )
}

function useColumns(): Column<OpenInvitation>[] {
  const { t } = useTranslation('admin')
  return [
    {
      id: 'invited',
      head: t('people.name'),
      isMain: true,
      grows: true,
      cell: ({ name, way_back }) => (
        <span className="panel-name">
          {name}
          {way_back && <small>{t('people.wayBack')}</small>}
        </span>
      ),
    },
    { id: 'invited-role', head: t('people.role'), cell: ({ role }) => <RoleMark role={role} /> },
    { id: 'by', head: t('people.by'), cell: ({ created_by }) => created_by, isForDesk: true },
    { id: 'expires', head: t('people.expires'), cell: ({ expires_at }) => dayAndTime(expires_at) },
    { id: 'revoke', head: t('people.revoke'), isAct: true, cell: (each) => <Revoke invitation={each} /> },
  ]
}

function Revoke({ invitation: { invitation_id, name } }: { invitation: OpenInvitation }) {
  const { t } = useTranslation('admin')
  const me = useMe()
  const plan = usePlan()
  const isPlanned = useIsPlanned(invitation_id)
  const revoke = () =>
    plan({
      subject: invitation_id,
      text: t('people.revokeWill', { name }),
      done: t('people.revoked', { name }),
      prove: () => proveAhead(me),
      send: (options) => call(revokeInvitation, { params: { invitation_id }, ...options }),
      changed: [listInvitations],
    })
  return (
    <Button
      variant="default"
      size="xs"
      disabled={isPlanned}
      aria-label={t('people.revokeNamed', { name })}
      onClick={revoke}
    >
      {t('people.revoke')}
    </Button>
  )
}

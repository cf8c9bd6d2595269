import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listInvitations, type OpenInvitation, revokeInvitation } from '#contract/admin/members.ts'
import { call } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { dayAndTime } from '../../kit/when.ts'
import { proveAhead } from '../../member/session/prove-ahead.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { usePlan } from '../../panel/use-plan.ts'
import { type Asked, ReasonDialog } from '../person/reason-dialog.tsx'
import { useMe } from '../session/me.ts'
import { RoleMark } from './marks.tsx'

/** Invitations that can still be used; nothing without one. */
export function Invitations() {
  const { t } = useTranslation('admin')
  const { data, error, refetch } = useQuery(reading(listInvitations, { query: { limit: 200 } }))
  const columns = useColumns()
  if (!error && !data?.invitations.length) return null
  return (
    <section className="panel-below">
      <h2>{t('staff.invitations')}</h2>
      <DataTable
        label={t('staff.invitations')}
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
      head: t('staff.name'),
      isMain: true,
      grows: true,
      cell: ({ name, way_back }) => (
        <span className="panel-name">
          {name}
          {way_back && <small>{t('staff.wayBack')}</small>}
        </span>
      ),
    },
    { id: 'invited-role', head: t('staff.role'), cell: ({ role }) => <RoleMark role={role} /> },
    { id: 'by', head: t('staff.by'), cell: ({ created_by }) => created_by, isForDesk: true },
    { id: 'expires', head: t('staff.expires'), cell: ({ expires_at }) => dayAndTime(expires_at) },
    { id: 'revoke', head: t('staff.revoke'), isAct: true, cell: (each) => <Revoke invitation={each} /> },
  ]
}

function Revoke({ invitation: { invitation_id, name } }: { invitation: OpenInvitation }) {
  const { t } = useTranslation('admin')
  const me = useMe()
  const plan = usePlan()
  const isPlanned = useIsPlanned(invitation_id)
  const [isAsked, setAsked] = useState(false)
  const asked: Asked = {
    title: t('staff.revokeTitle', { name }),
    text: t('staff.revokeText'),
    help: t('staff.reasonHelp'),
    act: t('staff.revoke'),
    isRed: true,
    body: revokeInvitation.body,
    send: async (reason) =>
      plan({
        subject: invitation_id,
        text: t('staff.revokeWill', { name }),
        done: t('staff.revoked', { name }),
        prove: () => proveAhead(me),
        send: (options) =>
          call(revokeInvitation, { params: { invitation_id }, body: { reason }, ...options }),
        changed: [listInvitations],
      }),
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        disabled={isPlanned}
        aria-label={t('staff.revokeNamed', { name })}
        onClick={() => setAsked(true)}
      >
        {t('staff.revoke')}
      </Button>
      <ReasonDialog asked={isAsked ? asked : null} onClose={() => setAsked(false)} />
    </>
  )
}

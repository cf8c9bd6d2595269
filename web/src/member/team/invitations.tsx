import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { ActDialog } from '../../panel/act-dialog.tsx'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { usePlan } from '../../panel/use-plan.ts'
import { RoleMark } from './role-mark.tsx'
import { type TeamInvitation, useTeam } from './team.ts'

/** Invitations that can still be used; empty without one. */
export function Invitations() {
  const { t } = useTexts('member')
  const { data, error, refetch } = useQuery(useTeam().invitations())
  const columns = useColumns()
  if (!error && !data?.invitations.length) return null
  return (
    <section className="panel-below">
      <h2>{t('team.invitations')}</h2>
      <DataTable
        label={t('team.invitations')}
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

function useColumns(): Column<TeamInvitation>[] {
  const { t } = useTexts('member')
  return [
    {
      id: 'invited',
      head: t('team.name'),
      isMain: true,
      grows: true,
      cell: ({ name, way_back }) => (
        <span className="panel-name">
          {name}
          {way_back && <small>{t('team.wayBack')}</small>}
        </span>
      ),
    },
    { id: 'invited-role', head: t('team.role'), cell: ({ role }) => <RoleMark role={role} /> },
    { id: 'by', head: t('team.by'), cell: ({ created_by }) => created_by, isForDesk: true },
    { id: 'expires', head: t('team.expires'), cell: ({ expires_at }) => dayAndTime(expires_at) },
    { id: 'revoke', head: t('team.revoke'), isAct: true, cell: (each) => <Revoke invitation={each} /> },
  ]
}

function Revoke({ invitation: { invitation_id, name } }: { invitation: TeamInvitation }) {
  const { t } = useTexts('member')
  const { acts, bodies, prove, changed } = useTeam()
  const [isOpen, setOpen] = useState(false)
  const plan = usePlan()
  const isPlanned = useIsPlanned(invitation_id)
  const revoke = async ({ reason }: { reason: string }) => {
    if (!acts) return
    plan({
      subject: invitation_id,
      text: t('team.revokeWill', { name }),
      done: t('team.revoked', { name }),
      prove,
      send: (options) => acts.revoke(invitation_id, reason, options),
      changed,
    })
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        disabled={isPlanned}
        aria-label={t('team.revokeNamed', { name })}
        onClick={() => setOpen(true)}
      >
        {t('team.revoke')}
      </Button>
      <ActDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('team.revokeTitle', { name })}
        text={t('team.revokeText')}
        act={t('team.revoke')}
        isDangerous
        body={bodies.reason}
        initial={{ reason: '' }}
        send={revoke}
      />
    </>
  )
}

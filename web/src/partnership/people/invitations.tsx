import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenPartnerInvitation } from '#contract/partner-panel/members.ts'
import { dayAndTime } from '../../kit/when.ts'
import { ActDialog } from '../../panel/act-dialog.tsx'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { usePlan } from '../../panel/use-plan.ts'
import { RoleMark } from './marks.tsx'
import { useTeam } from './team.ts'

/** Invitations that can still be used; nothing without one. */
export function Invitations() {
  const { t } = useTranslation('partners')
  const { data, error, refetch } = useQuery(useTeam().invitations())
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

function useColumns(): Column<OpenPartnerInvitation>[] {
  const { t } = useTranslation('partners')
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

function Revoke({ invitation: { invitation_id, name } }: { invitation: OpenPartnerInvitation }) {
  const { t } = useTranslation('partners')
  const { acts, reasonBody, prove, changed } = useTeam()
  const [isOpen, setOpen] = useState(false)
  const plan = usePlan()
  const isPlanned = useIsPlanned(invitation_id)
  const revoke = async ({ reason }: { reason: string }) => {
    if (!acts) return
    plan({
      subject: invitation_id,
      text: t('people.revokeWill', { name }),
      done: t('people.revoked', { name }),
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
        aria-label={t('people.revokeNamed', { name })}
        onClick={() => setOpen(true)}
      >
        {t('people.revoke')}
      </Button>
      <ActDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('people.revokeNamed', { name })}
        act={t('people.revoke')}
        isDangerous
        body={reasonBody}
        initial={{ reason: '' }}
        send={revoke}
      />
    </>
  )
}

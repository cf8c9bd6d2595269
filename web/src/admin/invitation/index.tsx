import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { StaffMe } from '#contract/admin/common.ts'
import { type Invitation, openInvitation } from '#contract/admin/session.ts'
import { ApiError } from '../../kit/api.ts'
import { faultOf } from '../../kit/limits.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { Entrance } from '../../panel/entrance.tsx'
import { useGo } from '../../panel/link.tsx'
import { signedIn } from '../session/me.ts'
import { ChooseWay } from './choose-way.tsx'

/** The link of an invitation. Its token is behind the `#`, which the browser sends to no server. */
export function InvitationPage() {
  const { t } = useTranslation('admin')
  const token = useLocation({ select: ({ hash }) => hash })
  const { data, error, refetch } = useQuery({
    ...reading(openInvitation, { body: { token } }),
    enabled: isToken(token),
    // It does not change while the person chooses, and after it was used it must not be asked again.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <Offered token={token} invitation={data} />
  const isEnded = error instanceof ApiError && error.code === 'invitation_ended'
  if (!isToken(token) || isEnded)
    return (
      <Entrance
        name={t('name')}
        title={t('invitation.titleEnded')}
        lead={t(isEnded ? 'invitation.ended' : 'invitation.incomplete')}
      />
    )
  return (
    <div className="panel-alone">
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading rows={2} />}
    </div>
  )
}

const isToken = (text: string): boolean => faultOf(openInvitation.body, 'token', text) === null

function Offered({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t } = useTranslation('admin')
  const go = useGo()
  const { name, role, way_back } = invitation
  const enter = (me: StaffMe) => {
    signedIn(me)
    // Also removes the used token from the address bar.
    go('/admin', { replace: true })
  }
  const place = location.host
  const lead = way_back
    ? t('invitation.leadBack', { place })
    : t('invitation.lead', { place, role: t(`roles.${role}`) })
  return (
    <Entrance name={t('name')} title={t('invitation.title', { name })} lead={lead}>
      <ChooseWay token={token} invitation={invitation} onIn={enter} />
    </Entrance>
  )
}

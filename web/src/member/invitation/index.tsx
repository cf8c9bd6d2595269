import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ApiError } from '../../kit/api.ts'
import { faultOf } from '../../kit/limits.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Entrance } from '../../panel/entrance.tsx'
import { useGo } from '../../panel/link.tsx'
import { signedIn } from '../session/me.ts'
import { type Invitation, type MemberMe, type Surface, useSurface, useWords } from '../surface.ts'
import { ChooseWay } from './choose-way.tsx'

/** The link of an invitation. Its token is behind the `#`, which the browser sends to no server. */
export function InvitationPage() {
  const { t } = useTexts('member')
  const surface = useSurface()
  const { name } = useWords()
  const token = useLocation({ select: ({ hash }) => hash })
  const { data, error, refetch } = useQuery({
    ...reading(surface.operations.openInvitation, { body: { token } }),
    enabled: isToken(surface, token),
    // It does not change while the person chooses, and after its use it must not be requested again.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <Offered token={token} invitation={data} />
  const isEnded = error instanceof ApiError && error.code === 'invitation_ended'
  if (!isToken(surface, token) || isEnded)
    return (
      <Entrance
        name={name}
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

const isToken = ({ operations }: Surface, text: string): boolean =>
  faultOf(operations.openInvitation.body, 'token', text) === null

function Offered({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t } = useTexts('member')
  const go = useGo()
  const surface = useSurface()
  const words = useWords()
  const { name, role, way_back } = invitation
  const enter = (me: MemberMe) => {
    signedIn(surface, me)
    // Also removes the used token from the address bar.
    go(surface.home, { replace: true })
  }
  const place = location.host
  const lead = way_back
    ? t('invitation.leadBack', { place })
    : words.invitationLead({ place, role: words.role(role) })
  return (
    <Entrance name={words.name} title={t('invitation.title', { name })} lead={lead}>
      <ChooseWay token={token} invitation={invitation} onIn={enter} />
    </Entrance>
  )
}

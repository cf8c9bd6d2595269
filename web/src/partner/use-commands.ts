import type { PartnerMe } from '#contract/partner-panel/common.ts'
import { issueTestKey } from '#contract/partner-panel/keys.ts'
import { inviteOwnMember } from '#contract/partner-panel/members.ts'
import { docsPath } from '../kit/docs-path.ts'
import { useTexts } from '../kit/texts/use-texts.ts'
import { useOwnCommands } from '../member/use-own-commands.ts'
import { IconKey, IconUserPlus } from '../panel/icons.ts'
import { useGo } from '../panel/link.tsx'
import type { Command } from '../panel/places.ts'
import { IconBook } from './icons.ts'
import { mayCall } from './session/me.ts'

/** What the command bar offers beside the pages. */
export function useCommands(me: PartnerMe): Command[] {
  const { t, language } = useTexts('partner')
  const go = useGo()
  const group = t('panel:bar.acts')
  const issue: Command = {
    id: 'test-key',
    text: t('keys.issue'),
    group,
    Icon: IconKey,
    run: () => go('/partner/keys', { search: { issue: 'yes' } }),
  }
  const invite: Command = {
    id: 'invite',
    text: t('member:team.invite'),
    group,
    Icon: IconUserPlus,
    run: () => go('/partner/people', { search: { invite: 'yes' } }),
  }
  const guide: Command = {
    id: 'guide',
    text: t('guide'),
    group,
    Icon: IconBook,
    run: () => void window.open(docsPath(language), '_blank', 'noopener'),
  }
  return [
    ...(mayCall(me, issueTestKey) ? [issue] : []),
    ...(mayCall(me, inviteOwnMember) ? [invite] : []),
    guide,
    ...useOwnCommands(),
  ]
}

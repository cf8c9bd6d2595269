import { partnerRoles } from '#contract/vocabulary.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import type { Team } from '../../member/team/team.ts'
import { asPartners } from './as-partners.ts'

/** What the team of a partner is for every reader: its roles and words. */
export function useTeamBasis(): Pick<Team, 'roles' | 'usualRole' | 'words'> {
  const { t } = useTexts('partners')
  return {
    roles: partnerRoles,
    usualRole: 'developer',
    words: {
      title: t('people.title'),
      none: { title: t('people.none'), text: t('people.noneText') },
      onlyWho: t('people.onlyAdmins'),
      role: (role) => t(`roles.${asPartners(role)}`),
      roleHelp: (role) => t(`roleHelp.${asPartners(role)}`),
    },
  }
}

import type { PartnerMe } from '#contract/partner-panel/common.ts'
import { docsPath } from '../kit/docs-path.ts'
import { IconAlertTriangle, IconListDetails, IconMessage, IconPackage, IconUser } from '../kit/icons.ts'
import { useTexts } from '../kit/texts/use-texts.ts'
import { MemberFrame } from '../member/member-frame.tsx'
import { MembersOnly } from '../member/members-only.tsx'
import { IconKey, IconReceiptEuro, IconUsers } from '../panel/icons.ts'
import type { NavGroup } from '../panel/places.ts'
import { PartnershipProvider } from '../partnership/reads.ts'
import { Banner } from './banner.tsx'
import { IconBook, IconHome, IconTerminal2 } from './icons.ts'
import { ownReads } from './reads.ts'
import { useCommands } from './use-commands.ts'

/** The frame around every page for the people of a partner. */
export function Inside() {
  // The responses of this surface hold members of partners.
  return <MembersOnly>{(me) => <InsideFor me={me as PartnerMe} />}</MembersOnly>
}

function InsideFor({ me }: { me: PartnerMe }) {
  const { t } = useTexts('partner')
  return (
    <PartnershipProvider value={ownReads}>
      <MemberFrame
        me={me}
        name={me.company_name}
        navLabel={t('nav.label')}
        groups={useNavigation(me)}
        commands={useCommands(me)}
        hasAccount={!me.viewed_by}
        banner={<Banner me={me} />}
      />
    </PartnershipProvider>
  )
}

function useNavigation({ viewed_by }: PartnerMe): NavGroup[] {
  const { t, language } = useTexts('partner')
  const account = { to: '/partner/account', text: t('nav.account'), Icon: IconUser, key: 'a' }
  return [
    {
      title: t('nav.work'),
      items: [
        { to: '/partner', text: t('nav.overview'), Icon: IconHome, key: 'o', isExact: true },
        { to: '/partner/jobs', text: t('nav.jobs'), Icon: IconPackage, key: 'j' },
        { to: '/partner/statements', text: t('nav.statements'), Icon: IconReceiptEuro, key: 's' },
      ],
    },
    {
      title: t('nav.build'),
      items: [
        { to: '/partner/keys', text: t('nav.keys'), Icon: IconKey, key: 'k' },
        { to: '/partner/requests', text: t('nav.requests'), Icon: IconListDetails, key: 'r' },
        { to: '/partner/errors', text: t('nav.errors'), Icon: IconAlertTriangle, key: 'e' },
        { to: '/partner/sms', text: t('nav.sms'), Icon: IconMessage, key: 't' },
      ],
      links: [
        { href: docsPath(language), text: t('nav.guide'), Icon: IconBook },
        { href: docsPath(language, '/console'), text: t('nav.console'), Icon: IconTerminal2 },
      ],
    },
    {
      title: t('nav.team'),
      items: [
        { to: '/partner/people', text: t('nav.people'), Icon: IconUsers, key: 'p' },
        // A member of staff who views these pages has the account elsewhere.
        ...(viewed_by ? [] : [account]),
      ],
    },
  ]
}

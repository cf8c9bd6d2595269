import { useTexts } from '../../kit/texts/use-texts.ts'
import { Page } from '../../panel/page.tsx'
import { useMember } from '../session/me.ts'
import { PasskeysSection } from './passkeys.tsx'
import { PasswordSection } from './password.tsx'
import { SessionsSection } from './sessions.tsx'
import { YouSection } from './you.tsx'

/** The member's own page: name, ways in, sessions. */
export function Account() {
  const { t } = useTexts('member')
  const me = useMember()
  return (
    <Page title={t('account.title')} isNarrow>
      <YouSection me={me} />
      <PasskeysSection />
      <PasswordSection me={me} />
      <SessionsSection />
    </Page>
  )
}

import { useQuery } from '@tanstack/react-query'
import { issueTestKey } from '#contract/partner-panel/keys.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ActButton } from '../../panel/act-button.tsx'
import { IconKey } from '../../panel/icons.ts'
import { useAddress } from '../../panel/link.tsx'
import { Page } from '../../panel/page.tsx'
import { KeyDrawer } from '../../partnership/keys/key-drawer.tsx'
import { KeysTable } from '../../partnership/keys/keys-table.tsx'
import { usePartnership } from '../../partnership/reads.ts'
import { mayCall, useMe } from '../session/me.ts'
import { IssueDialog } from './issue-dialog.tsx'
import { OwnKeyActs } from './own-key-acts.tsx'

/** The keys of the partner: its people make test keys, and change the values of all. */
export function Keys() {
  const { t } = useTexts('partner')
  const me = useMe()
  const [address, change] = useAddress()
  const { data } = useQuery(usePartnership().keys(address.before))
  const opened = data?.keys.find(({ key_id }) => key_id === address.key)
  const mayIssue = mayCall(me, issueTestKey)
  const issue = (
    <ActButton
      letter="n"
      variant="filled"
      leftSection={<IconKey size={18} aria-hidden />}
      onAct={() => change({ issue: 'yes' })}
    >
      {t('keys.issue')}
    </ActButton>
  )
  return (
    <Page title={t('nav.keys')} lead={t('keys.lead')} actions={mayIssue && issue}>
      <KeysTable />
      <KeyDrawer
        opened={opened}
        onClose={() => change({ key: undefined })}
        renderActs={(nested) => opened && <OwnKeyActs key={opened.key_id} apiKey={opened} nested={nested} />}
      />
      {mayIssue && (
        <IssueDialog isOpen={address.issue === 'yes'} onClose={() => change({ issue: undefined })} />
      )}
    </Page>
  )
}

import { useQuery } from '@tanstack/react-query'
import { changeKey, issueKey } from '#contract/admin/keys.ts'
import type { Partner } from '#contract/admin/partners.ts'
import { useTexts } from '../../../kit/texts/use-texts.ts'
import { ActButton } from '../../../panel/act-button.tsx'
import { IconKey } from '../../../panel/icons.ts'
import { PanelLink, useAddress } from '../../../panel/link.tsx'
import { KeyActs } from '../../../partnership/keys/key-acts.tsx'
import { KeyDrawer } from '../../../partnership/keys/key-drawer.tsx'
import { KeysTable } from '../../../partnership/keys/keys-table.tsx'
import { usePartnership } from '../../../partnership/reads.ts'
import { mayCall, useMe } from '../../session/me.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import { writesOf } from './writes-of.ts'

/** The keys of a partner, and what staff can do with them. */
export function KeysTab({ partner }: { partner: Partner }) {
  const { t } = useTexts('partners')
  const me = useMe()
  const [address, change] = useAddress()
  return (
    <>
      {mayCall(me, issueKey) && (
        <div className="panel-line">
          <h2>{t('keys')}</h2>
          <ActButton
            letter="n"
            variant="filled"
            leftSection={<IconKey size={18} aria-hidden />}
            onAct={() => change({ issue: 'yes' })}
          >
            {t('key.issue')}
          </ActButton>
          <IssueDialog
            partner={partner}
            isOpen={address.issue === 'yes'}
            onClose={() => change({ issue: undefined })}
          />
        </div>
      )}
      <KeysTable />
      <OpenedKey partner={partner} />
    </>
  )
}

function OpenedKey({ partner }: { partner: Partner }) {
  const { t } = useTexts('partners')
  const me = useMe()
  const [address, change] = useAddress()
  const { data } = useQuery(usePartnership().keys(address.before))
  const opened = data?.keys.find(({ key_id }) => key_id === address.key)
  const history = opened && (
    <PanelLink className="dray-plain-link" to="/admin/audit" search={{ target: opened.key_id }}>
      {t('history')}
    </PanelLink>
  )
  return (
    <KeyDrawer
      opened={opened}
      onClose={() => change({ key: undefined })}
      history={history}
      renderActs={(nested) =>
        opened &&
        mayCall(me, changeKey) && (
          <KeyActs
            key={opened.key_id}
            apiKey={opened}
            writes={writesOf(partner)}
            nested={nested}
            renderChange={(dialog) => <ChangeDialog {...dialog} apiKey={opened} />}
          />
        )
      }
    />
  )
}

import type { Key } from '#contract/admin/keys.ts'
import { rotateOwnKey } from '#contract/partner-panel/keys.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import type { Nested } from '../../panel/subject-drawer.tsx'
import { KeyActs } from '../../partnership/keys/key-acts.tsx'
import { mayCall, useMe } from '../session/me.ts'
import { ownWrites } from './own-writes.ts'

/** What the reader can do with a key: a developer with test keys, an administrator with all. */
export function OwnKeyActs({ apiKey, nested }: { apiKey: Key; nested: Nested }) {
  const { t } = useTexts('partner')
  const me = useMe()
  if (!mayCall(me, rotateOwnKey)) return null
  if (apiKey.mode === 'live' && me.role !== 'admin')
    return <p className="panel-note">{t('keys.onlyAdmins')}</p>
  return <KeyActs apiKey={apiKey} writes={ownWrites(me.company_name)} nested={nested} />
}

import { Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Passkey } from '#contract/admin/own-access.ts'
import { call } from '../../kit/api.ts'
import { IconPlus } from '../../kit/icons.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day, fromNow } from '../../kit/when.ts'
import { IconFingerprint } from '../../panel/icons.ts'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { Refusal } from '../../panel/refusal.tsx'
import { Section } from '../../panel/section.tsx'
import { useDialog } from '../../panel/use-dialog.ts'
import { usePlan } from '../../panel/use-plan.ts'
import { useMember } from '../session/me.ts'
import { proveAhead } from '../session/prove-ahead.ts'
import { useSurface } from '../surface.ts'
import { AddPasskey } from './add-passkey.tsx'

/** The member's passkeys; one can be added or removed, but never the last way in. */
export function PasskeysSection() {
  const { t } = useTexts('member')
  const [isAdding, adding] = useDisclosure()
  const { data, error } = useQuery(reading(useSurface().operations.listPasskeys, {}))
  const add = (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={adding.open}>
      {t('account.addPasskey')}
    </Button>
  )
  return (
    <Section title={t('account.passkeys')} text={t('account.passkeysText')} actions={add}>
      {!data && <Refusal error={error} />}
      {data?.passkeys.length === 0 && <Text c="dimmed">{t('account.noPasskeys')}</Text>}
      <ul className="panel-list">
        {data?.passkeys.map((passkey) => (
          <OnePasskey key={passkey.passkey_id} passkey={passkey} />
        ))}
      </ul>
      <Modal
        opened={isAdding}
        onClose={adding.close}
        title={t('account.addPasskey')}
        size="sm"
        {...useDialog()}
      >
        <AddPasskey onAdded={adding.close} />
      </Modal>
    </Section>
  )
}

function OnePasskey({ passkey: { passkey_id, name, created_at, last_used_at } }: { passkey: Passkey }) {
  const { t } = useTexts('member')
  const { listPasskeys, removePasskey, readMe } = useSurface().operations
  const me = useMember()
  const isPlanned = useIsPlanned(passkey_id)
  const plan = usePlan()
  const remove = () =>
    plan({
      subject: passkey_id,
      text: t('account.passkeyWillGo', { name }),
      done: t('account.passkeyRemoved', { name }),
      prove: () => proveAhead(me),
      send: (options) => call(removePasskey, { params: { passkey_id }, ...options }),
      changed: [listPasskeys, readMe],
    })
  const used = last_used_at ? t('account.lastUsed', { when: fromNow(last_used_at) }) : t('account.neverUsed')
  return (
    <li data-going={isPlanned || undefined}>
      <IconFingerprint size={22} aria-hidden />
      <div>
        <b>{name}</b>
        <small>
          {t('account.created', { when: day(created_at) })}, {used}
        </small>
      </div>
      <Button
        variant="default"
        disabled={isPlanned}
        aria-label={t('account.removePasskeyNamed', { name })}
        onClick={remove}
      >
        {t('account.removePasskey')}
      </Button>
    </li>
  )
}

import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../panel/section.tsx'
import { useAct } from '../../panel/use-act.ts'
import { useDialog } from '../../panel/use-dialog.ts'
import { Codes } from '../password/codes.tsx'
import { PasswordSetup } from '../password/index.tsx'
import { meIs } from '../session/me.ts'
import { type MemberMe, useSurface } from '../surface.ts'

/** The password with its authenticator app, and the recovery codes that replace the app. */
export function PasswordSection({ me }: { me: MemberMe }) {
  const { t } = useTexts('member')
  const surface = useSurface()
  const { has_password, login_name } = me
  const [isOpen, open] = useDisclosure()
  const title = t(has_password ? 'account.changePassword' : 'account.setPassword')
  const done = (changed: MemberMe) => {
    meIs(surface, changed)
    open.close()
    notify({ text: t('account.passwordSet') })
    void readAgain(surface.operations.listSessions)
  }
  const text = login_name ? t('account.passwordText', { login: login_name }) : t('account.passwordPlain')
  const change = (
    <Button variant="default" onClick={open.open}>
      {title}
    </Button>
  )
  return (
    <>
      <Section
        title={t('account.password')}
        text={has_password ? text : t('account.noPassword')}
        actions={change}
      />
      {has_password && <CodesSection me={me} />}
      <Modal opened={isOpen} onClose={open.close} title={title} closeOnClickOutside={false} {...useDialog()}>
        <PasswordSetup grant={{}} asksLoginName={login_name === null} onDone={done} />
      </Modal>
    </>
  )
}

function CodesSection({ me }: { me: MemberMe }) {
  const { t } = useTexts('member')
  const { newRecoveryCodes, readMe } = useSurface().operations
  const [codes, setCodes] = useState<string[] | null>(null)
  const make = useAct({
    act: () => call(newRecoveryCodes, {}),
    onDone: ({ recovery_codes }) => {
      setCodes(recovery_codes)
      return readAgain(readMe)
    },
  })
  const close = () => setCodes(null)
  const renew = (
    <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
      {t('account.newCodes')}
    </Button>
  )
  return (
    <Section
      title={t('account.codes')}
      text={t('account.codesLeft', { count: me.recovery_codes_left })}
      actions={renew}
    >
      <Modal
        opened={codes !== null}
        onClose={close}
        title={t('account.newCodes')}
        closeOnClickOutside={false}
        {...useDialog()}
      >
        {codes && <Codes codes={codes} onDone={close} />}
      </Modal>
    </Section>
  )
}

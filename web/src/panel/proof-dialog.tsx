import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { useTexts } from '../kit/texts/use-texts.ts'
import { OrLine } from './or-line.tsx'
import { acceptProof, cancelProof, isProofAwaited, onProofAwaited } from './proof.ts'
import { Refusal } from './refusal.tsx'
import { useCloseButton } from './use-dialog.ts'

/** The ways in which the member who is signed in can give a fresh proof. */
export type ProofWays = { passkey?: () => Promise<void>; code?: (code: string) => Promise<void> }

/** Opens by itself when an act needs a fresh proof (`withProof`); mounted once. */
export function ProofDialog({ ways }: { ways: ProofWays }) {
  const { t } = useTexts('panel')
  const isOpen = useSyncExternalStore(onProofAwaited, isProofAwaited)
  return (
    <Modal
      opened={isOpen}
      // After the key event: otherwise Escape would also close the dialog beneath, which is no longer covered.
      onClose={() => setTimeout(cancelProof)}
      title={t('stepUp.title')}
      size="sm"
      zIndex={300}
      closeButtonProps={useCloseButton()}
    >
      <Ways {...ways} />
    </Modal>
  )
}

function Ways({ passkey, code }: ProofWays) {
  const { t } = useTexts('panel')
  const [typed, setTyped] = useState('')
  const prove = useMutation({ mutationFn: (way: () => Promise<void>) => way(), onSuccess: acceptProof })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code && typed.trim()) prove.mutate(() => code(typed.trim()))
  }
  return (
    <Stack>
      <Text c="dimmed">{t('stepUp.text')}</Text>
      <Refusal error={prove.error} />
      {passkey && (
        <Button data-autofocus loading={prove.isPending} onClick={() => prove.mutate(passkey)}>
          {t('stepUp.passkey')}
        </Button>
      )}
      {passkey && code && <OrLine />}
      {code && (
        <form onSubmit={submit} className="panel-code-form">
          <TextInput
            label={t('stepUp.code')}
            description={t('stepUp.codeHelp')}
            autoComplete="one-time-code"
            maxLength={40}
            required
            {...(!passkey && { 'data-autofocus': true })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant={passkey ? 'default' : 'filled'} loading={prove.isPending}>
            {t('stepUp.act')}
          </Button>
        </form>
      )}
    </Stack>
  )
}

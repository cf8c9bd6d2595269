import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Me, readErasure, readMe } from '#contract/app/account.ts'
import { shownPhone } from '../../kit/phone-number.ts'
import { readAgain } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { askForCode, type Challenge, useChallenge } from '../sign-in/challenge.ts'
import { CodeField } from '../sign-in/code-field.tsx'
import { ResendCode } from '../sign-in/resend-code.tsx'
import { useCodeFromText } from '../sign-in/use-code-from-text.ts'
import { deleteAccount } from './delete-account.ts'

type ConfirmProps = { me: Me; onDeleted: () => void }

/**
 * Confirms the deletion by a code sent to the account's number: a session alone does not prove who uses the browser.
 */
export function Confirm({ me, onDeleted }: ConfirmProps) {
  const [challenge, setChallenge] = useChallenge('erasure')
  const finish = () => {
    setChallenge(null)
    onDeleted()
  }
  if (challenge?.phone !== me.phone) return <Ask phone={me.phone} onAsked={setChallenge} />
  return <Code challenge={challenge} onAskedAgain={setChallenge} onDeleted={finish} />
}

function Ask({ phone, onAsked }: { phone: string; onAsked: (challenge: Challenge) => void }) {
  const { t } = useTexts(['account', 'signIn'])
  const ask = useMutation({ mutationFn: () => askForCode({ phone, shortId: undefined }), onSuccess: onAsked })
  return (
    <Stack gap="sm">
      <Refused error={ask.error} />
      <Text>{t('erasure.codeWhy', { phone: shownPhone(phone) })}</Text>
      <Button
        color="red.8"
        autoContrast={false}
        size="lg"
        loading={ask.isPending}
        onClick={() => ask.mutate()}
      >
        {t('erasure.ask')}
      </Button>
    </Stack>
  )
}

type CodeProps = {
  challenge: Challenge
  onAskedAgain: (challenge: Challenge) => void
  onDeleted: () => void
}

/** Unlike in the sign-in, the sixth digit does not submit the form. */
function Code({ challenge, onAskedAgain, onDeleted }: CodeProps) {
  const { t } = useTexts(['account', 'signIn'])
  const heading = useId()
  const [code, setCode] = useState('')
  const erase = useMutation({
    mutationFn: () => deleteAccount({ challenge_id: challenge.id, code }),
    onSuccess: onDeleted,
    onError: () => {
      setCode('')
      // A new blocker, or the end of the session, may be the reason; the screen then shows it.
      void readAgain(readErasure, readMe)
    },
  })
  useCodeFromText(setCode)
  return (
    <form
      className="app-narrow"
      onSubmit={(event) => {
        event.preventDefault()
        erase.mutate()
      }}
    >
      <Stack>
        <div>
          <h2 className="app-section" id={heading}>
            {t('signIn:signIn.codeTitle')}
          </h2>
          <Text c="dimmed">{t('signIn:signIn.codeSent', { phone: shownPhone(challenge.phone) })}</Text>
        </div>
        <div>
          <CodeField
            labelledBy={heading}
            code={code}
            onType={setCode}
            isBusy={erase.isPending}
            error={erase.error}
          />
        </div>
        <Button
          type="submit"
          color="red.8"
          autoContrast={false}
          size="lg"
          disabled={code.length < 6}
          loading={erase.isPending}
        >
          {t('erasure.act')}
        </Button>
        <ResendCode challenge={challenge} shortId={undefined} onAsked={onAskedAgain} />
      </Stack>
    </form>
  )
}

import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { checkCode, type Me } from '#contract/app/account.ts'
import { call } from '../../kit/api.ts'
import { company } from '../../kit/company.ts'
import { shownPhone } from '../../kit/phone-number.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import type { Challenge } from './challenge.ts'
import { CodeField } from './code-field.tsx'
import { ResendCode } from './resend-code.tsx'
import { useCodeFromText } from './use-code-from-text.ts'

type CodeStepProps = {
  challenge: Challenge
  shortId: string | undefined
  onAskedAgain: (challenge: Challenge) => void
  onOtherNumber: () => void
  onCorrect: (me: Me) => void
}

/** Submits the code when the sixth digit is entered: typed, pasted or read from the SMS. */
export function CodeStep({ challenge, shortId, onAskedAgain, onOtherNumber, onCorrect }: CodeStepProps) {
  const { t } = useTexts('signIn')
  const { id, phone } = challenge
  const [code, setCode] = useState('')
  const heading = useId()
  const { terms_version: shown } = company()
  const check = useMutation({
    mutationFn: (typed: string) =>
      call(checkCode, {
        params: { challenge_id: id },
        body: { phone, code: typed, kind: 'web', ...(shown && { terms_version: shown }) },
      }),
    onSuccess: ({ me }) => onCorrect(me),
    onError: () => setCode(''),
  })
  const type = (typed: string) => {
    setCode(typed)
    if (typed.length === 6 && !check.isPending) check.mutate(typed)
  }
  useCodeFromText(type)
  return (
    <Stack>
      <div>
        <h2 className="app-section" id={heading}>
          {t('signIn.codeTitle')}
        </h2>
        <Text c="dimmed">{t('signIn.codeSent', { phone: shownPhone(phone) })}</Text>
      </div>
      <div>
        <CodeField
          labelledBy={heading}
          code={code}
          onType={type}
          isBusy={check.isPending}
          error={check.error}
        />
        <Text role="status" c="dimmed" mt="xs" mih={24}>
          {check.isPending && t('signIn.checking')}
        </Text>
      </div>
      <ResendCode challenge={challenge} shortId={shortId} onAsked={onAskedAgain} />
      <Button variant="subtle" onClick={onOtherNumber}>
        {t('signIn.otherNumber')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('signIn.noText')} {t('signIn.neverShare')}
      </Text>
    </Stack>
  )
}

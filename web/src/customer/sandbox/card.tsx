import { Button, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { fillSandboxCard } from '#contract/app/payments.ts'
import { testCards } from '#contract/app/test-cards.ts'
import { call } from '../../kit/api.ts'
import { Shell } from '../../kit/shell.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'
import { SandboxMark } from '../pay/sandbox-mark.tsx'
import { backTo } from './back.ts'
import '../../shared/app.css'
import '../customer.css'
import { Refused } from '../../kit/refused.tsx'

/** Replaces the processor's card page where no real money moves. */
export function SandboxCard() {
  const { t } = useTexts('app')
  const { setup = '', back } = useSearch({ strict: false })
  const [number, setNumber] = useState('')
  const save = useMutation({
    mutationFn: (card_number: string) =>
      call(fillSandboxCard, { params: { setup_id: setup }, body: { card_number } }),
    onSuccess: () => location.assign(backTo(back, { card_setup: setup })),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(number)
  }
  return (
    <Shell title={t('sandbox.cardTitle')}>
      <Stack className="app-narrow">
        <SandboxMark text={t('sandbox.mark')} />
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Refused error={save.error} />
            <TextInput
              label={t('sandbox.number')}
              inputMode="numeric"
              autoComplete="off"
              maxLength={23}
              required
              value={number}
              onChange={(event) => setNumber(event.currentTarget.value)}
            />
            <Button type="submit" size="lg" loading={save.isPending || save.isSuccess}>
              {t('sandbox.save')}
            </Button>
          </Stack>
        </form>
        <TestCards onUse={setNumber} />
        <Button variant="subtle" component="a" href={backTo(back)}>
          {t('sandbox.back')}
        </Button>
      </Stack>
    </Shell>
  )
}

function TestCards({ onUse }: { onUse: (number: string) => void }) {
  const { t } = useTexts('app')
  return (
    <Section title={t('sandbox.cards')}>
      <Stack gap={4}>
        {testCards.map(({ number, does }) => {
          const shown = number.replace(/(\d{4})(?=\d)/g, '$1 ')
          return (
            <UnstyledButton key={number} className="app-choice" onClick={() => onUse(shown)}>
              <span className="app-choice-words">
                <Text span display="block" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {shown}
                </Text>
                <Text span display="block" size="sm" c="dimmed">
                  {t(`sandbox.does.${does}`)}
                </Text>
              </span>
            </UnstyledButton>
          )
        })}
      </Stack>
    </Section>
  )
}

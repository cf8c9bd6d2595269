import { Button, TextInput } from '@mantine/core'
import { sendTestText } from '#contract/admin/providers.ts'
import { call, type Output } from '../../kit/api.ts'
import { useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Refusal } from '../../panel/refusal.tsx'
import { Section } from '../../panel/section.tsx'
import { useQuietAct } from '../../panel/use-act.ts'
import { milliseconds } from './parts.tsx'

/** Sends a text to a number of the reader's. */
export function TestText() {
  const { t } = useTexts('health')
  const form = useOperationForm(sendTestText.body, { phone: '' })
  const sending = useQuietAct({ act: (body: { phone: string }) => call(sendTestText, { body }) })
  const submit = form.onSubmit(({ phone }) =>
    sending.mutate({ phone: phone.replaceAll(' ', '') }, { onError: form.refuse }),
  )
  return (
    <div className="health-part">
      <Section title={t('testText.title')} text={t('testText.text')}>
        <form onSubmit={submit} noValidate>
          <Refusal error={sending.error} />
          <div className="panel-field-line">
            <TextInput
              type="tel"
              label={t('testText.phone')}
              placeholder="+34612345678"
              autoComplete="off"
              {...limitsOf(sendTestText.body, 'phone')}
              {...form.getInputProps('phone')}
            />
            <Button type="submit" loading={sending.isPending}>
              {t('testText.send')}
            </Button>
          </div>
          {sending.data && <Result {...sending.data} />}
        </form>
      </Section>
    </div>
  )
}

function Result({ outcome, cause, ms }: Output<typeof sendTestText>) {
  const { t } = useTexts('health')
  return (
    <p role="status">
      {t(`testText.${outcome}`, { ms: milliseconds(ms) })} {cause && <code>{cause}</code>}
    </p>
  )
}

import { Button, Stack, Text } from '@mantine/core'
import { useTexts } from '../kit/texts/use-texts.ts'
import { dayAndTime } from '../kit/when.ts'
import { CopyField } from '../panel/copy-field.tsx'

/** The response of an invitation. */
export type Link = { link: string; expires_at: string }

/** The link of an invitation, which only one response contains. */
export function HandOver({ name, link, onDone }: { name: string; link: Link; onDone: () => void }) {
  const { t } = useTexts('member')
  return (
    <Stack>
      <Text c="dimmed">{t('invite.linkText', { when: dayAndTime(link.expires_at) })}</Text>
      <CopyField label={t('invite.linkOf', { name })} text={link.link} />
      <Button variant="default" onClick={onDone}>
        {t('invite.done')}
      </Button>
    </Stack>
  )
}

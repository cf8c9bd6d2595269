import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { downloadMyData } from '#contract/app/data.ts'
import { call } from '../../kit/api.ts'
import { IconDownload, IconTrash } from '../../kit/icons.ts'
import { notify } from '../../kit/notices.tsx'
import { Refused } from '../../kit/refused.tsx'
import { saveFile } from '../../kit/save-file.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'

/** Download of the account's data, and deletion of the account. */
export function YourDataSection() {
  const { t } = useTexts('account')
  const download = useMutation({
    mutationFn: () => call(downloadMyData, {}),
    onSuccess: (data) => {
      saveFile('dray-my-data.json', JSON.stringify(data, null, 2))
      notify({ text: t('data.done') })
    },
  })
  return (
    <Section title={t('data.title')} anchor="data">
      <Stack gap="sm">
        <Refused error={download.error} />
        <Text c="dimmed">{t('data.text')}</Text>
        <Button
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('data.act')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconTrash size={20} aria-hidden />}
          component={Link}
          to="/app/account/delete"
        >
          {t('data.erase')}
        </Button>
      </Stack>
    </Section>
  )
}

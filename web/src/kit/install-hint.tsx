import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { decline, install, subscribe, wayNow } from './install.ts'
import { useTexts } from './texts/use-texts.ts'

/**
 * Offers to install the app: with a button if the browser can prompt, with instructions on iOS. Empty if the app is
 * installed, cannot be installed, or the user has declined.
 */
export function InstallHint() {
  const { t } = useTexts('kit')
  const way = useSyncExternalStore(subscribe, wayNow)
  if (way === 'none') return null
  return (
    <Paper className="dray-card" component="section" aria-labelledby="install-title">
      <Title order={2} size="h3" id="install-title">
        {t('install.title')}
      </Title>
      <Text mt={4}>{way === 'ios' ? t('install.ios') : t('install.text')}</Text>
      <Group mt="sm">
        {way === 'prompt' && <Button onClick={() => void install()}>{t('install.action')}</Button>}
        <Button variant="subtle" onClick={decline}>
          {t('install.later')}
        </Button>
      </Group>
    </Paper>
  )
}

import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { readSetting, writeSetting } from './settings.ts'

type InstallEvent = Event & { prompt: () => Promise<unknown> }

/**
 * Offers to install the app: with a button if the browser can prompt, with instructions on iOS. Shows nothing if the app
 * is installed, cannot be installed, or the user has declined.
 */
export function InstallHint() {
  const { t } = useTranslation('kit')
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

let offered: InstallEvent | null = null
const listeners = new Set<() => void>()

/** To be called before the first screen: the browser fires `beforeinstallprompt` early and only once. */
export function watchForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered = event as InstallEvent
    changed()
  })
  addEventListener('appinstalled', () => {
    offered = null
    changed()
  })
}

function wayNow(): 'prompt' | 'ios' | 'none' {
  if (matchMedia('(display-mode: standalone)').matches || readSetting('install-declined')) return 'none'
  if (offered) return 'prompt'
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent)
  return isApple ? 'ios' : 'none'
}

async function install(): Promise<void> {
  await offered?.prompt()
  offered = null
  changed()
}

function decline(): void {
  writeSetting('install-declined', 'yes')
  changed()
}

function changed(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

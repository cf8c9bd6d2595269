import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Frame } from './kit/frame.tsx'
import { Empty } from './kit/states.tsx'

/** Shown if a screen throws or its code cannot be loaded. */
export function Crashed() {
  const { t } = useTranslation('kit')
  return (
    <Frame title={t('crash.title')}>
      <Empty
        title={t('error.title')}
        text={t('crash.text')}
        action={<Button onClick={() => location.reload()}>{t('crash.action')}</Button>}
      />
    </Frame>
  )
}

/** Shows `Crashed` in place of a screen that throws outside the router, which does this for its own screens. */
export class CrashBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false }

  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }

  override render() {
    return this.state.hasCrashed ? <Crashed /> : this.props.children
  }
}

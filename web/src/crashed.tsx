import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { Frame } from './kit/frame.tsx'
import { Empty } from './kit/states.tsx'
import { useTexts } from './kit/texts/use-texts.ts'

/** Shown if a screen throws or its code cannot be loaded. */
export function Crashed() {
  const { t } = useTexts('kit')
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

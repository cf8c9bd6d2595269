import { Button } from '@mantine/core'
import type { ComponentType } from 'react'
import { KeyHint } from './key-hint.tsx'
import { useKeys } from './use-keys.ts'

/** An act of a page, on one key. */
export type KeyedAct = {
  /** A letter that no page has alone: not `j`, `k`, `f` or `g`. */
  key: string
  text: string
  Icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  onAct: () => void
  kind?: 'main' | 'red'
}

/** The acts of a page as buttons that show their keys. While `isOff`, neither works. */
export function ActBar({ acts, isOff = false }: { acts: KeyedAct[]; isOff?: boolean }) {
  useKeys(isOff ? {} : Object.fromEntries(acts.map(({ key, onAct }) => [key, onAct])))
  return (
    <div className="panel-acts">
      {acts.map(({ key, text, Icon, onAct, kind }) => (
        <Button
          key={key}
          variant={kind === 'main' ? 'filled' : 'default'}
          {...(kind === 'red' && { variant: 'outline', color: 'red' })}
          leftSection={<Icon size={16} aria-hidden />}
          rightSection={<KeyHint of={key} />}
          aria-keyshortcuts={key}
          disabled={isOff}
          onClick={onAct}
        >
          {text}
        </Button>
      ))}
    </div>
  )
}

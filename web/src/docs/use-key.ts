import { useSyncExternalStore } from 'react'
import { onKeyChanged, readKey } from './key-store.ts'

/** The test key of this tab; null without one. */
export const useKey = (): string | null => useSyncExternalStore(onKeyChanged, readKey)

import type { KeyMode } from '#contract/vocabulary.ts'
import type { CallProvider } from './provider.ts'
import { sandbox } from './providers/sandbox.ts'

/** The provider of calls for live jobs and for those of test keys, which never reach a real one. */
export type Calls = { of: (mode: KeyMode) => CallProvider | null }

/** @param live null: people call each other directly, in test jobs too. */
export function createCalls(live: CallProvider | null): Calls {
  const test = live && sandbox.connect()
  return { of: (mode) => (mode === 'live' ? live : test) }
}

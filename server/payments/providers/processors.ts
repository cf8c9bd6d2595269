import type { KeyMode } from '#contract/vocabulary.ts'
import type { Processor } from '../processor.ts'
import type { Sandbox } from './sandbox/index.ts'

export type Processors = {
  /** The processor of `PAYMENT_PROCESSOR`; it may be the sandbox. */
  live: Processor
  sandbox: Sandbox
  /** The processor that charges for a job. Test jobs always use the sandbox, regardless of the settings. */
  of: (mode: KeyMode) => Processor
  /** The processor of an earlier payment; null when it is no longer connected. */
  named: (name: string) => Processor | null
  names: string[]
}

export function createProcessors({ live, sandbox }: { live: Processor; sandbox: Sandbox }): Processors {
  return {
    live,
    sandbox,
    names: [...new Set([live.name, sandbox.name])],
    of: (mode) => (mode === 'live' ? live : sandbox),
    named: (name) => [live, sandbox].find((processor) => processor.name === name) ?? null,
  }
}

import type { FastifyBaseLogger } from 'fastify'
import { type Calls, createCalls } from '../calls/calls.ts'
import type { CallProvider } from '../calls/provider.ts'
import { callProviders } from '../calls/providers/index.ts'
import type { Config } from '../config/read-config.ts'
import { connectChosen } from './connect-providers.ts'

/** The provider of masked calls, and what is logged of its failures. */
export const connectCalls = (
  { callProvider }: Pick<Config, 'callProvider'>,
  log: FastifyBaseLogger,
): { calls: Calls; onCallError: (error: Error) => void } => ({
  calls: createCalls(connectChosen<CallProvider | null>(callProviders, callProvider)),
  onCallError: ({ message }) => log.warn({ reason: message }, 'the provider of calls failed'),
})

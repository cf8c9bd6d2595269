import type { CallProvider } from '../calls/provider.ts'
import { callProviders } from '../calls/providers/index.ts'
import type { Config } from '../config/read-config.ts'
import { connectChosen } from '../start/connect-providers.ts'
import { attempt, type Check, ok, warn } from './check.ts'
import { isLoopback } from './reach.ts'

/** Checks only the settings: a call would cost money. */
export const checkCalls = ({
  callProvider,
  baseUrl,
}: Pick<Config, 'callProvider' | 'baseUrl'>): Promise<Check> =>
  attempt({ name: ['calls'], remedy: ['setCallProvider'] }, () => {
    const provider = connectChosen<CallProvider | null>(callProviders, callProvider)
    if (!provider) return ok(['calls'], ['callsDirect'])
    if (!provider.connects && !isLoopback(baseUrl))
      return warn(['calls'], ['callsReachNobody'], ['setCallProvider'])
    return ok(['calls'], ['callsMasked', provider.name])
  })

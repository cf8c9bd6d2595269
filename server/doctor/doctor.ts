import type { ChosenProvider } from '#contract/admin/providers.ts'
import type { ProviderKind } from '#contract/vocabulary.ts'
import type { Chosen } from '../config/choose-providers.ts'
import type { Doctor, Examined } from '../start/connect-health.ts'
import { type Check, fail } from './check.ts'
import { examineRunning } from './examine.ts'
import { checkGeocoder, checkRouter } from './geo.ts'
import { checkMailServer } from './mail.ts'
import { checkProcessor } from './payments.ts'
import { checkPhotoStorage } from './photos.ts'
import { checkPush, checkSms } from './reach.ts'

/** The checks that staff can run on a running node from the panel. */
export const doctor: Doctor = { examine: examineRunning, testProvider }

type Running = Pick<Examined, 'config' | 'database'>

function testProvider({ kind, name }: ChosenProvider, { config, database }: Running): Promise<Check> {
  const withChosen = async (
    of: 'geocoder' | 'router' | 'sms',
    chain: Chosen[],
    check: (chosen: Chosen) => Promise<Check>,
  ): Promise<Check> => {
    const chosen = chain.find((each) => each.name === name)
    return chosen ? check(chosen) : fail([of, name], ['notChosen'], ['lookAtSettings'])
  }
  const checks: Record<ProviderKind, () => Promise<Check>> = {
    geocoder: () => withChosen('geocoder', config.geocoders, (chosen) => checkGeocoder(chosen, database)),
    router: () => withChosen('router', config.routers, checkRouter),
    sms: () => withChosen('sms', config.smsProviders, (chosen) => checkSms(chosen, config)),
    payments: () => checkProcessor(config, database),
    photos: () => checkPhotoStorage(config),
    push: () => checkPush(config, database),
    mail: () => checkMailServer(config),
  }
  return checks[kind]()
}

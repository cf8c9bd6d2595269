import type { FastifyInstance } from 'fastify'
import { type ChosenProvider, listProviders as operation } from '#contract/admin/providers.ts'
import type { SmsProvider } from '../../../sms/provider.ts'
import { mount } from '../../mount.ts'

export type ListProvidersNeeds = {
  chosenProviders: ChosenProvider[]
  smsProvider: Pick<SmsProvider, 'delivers'>
}

/** Lists the providers that this installation uses. */
export function mountListProviders(
  scope: FastifyInstance,
  { chosenProviders, smsProvider }: ListProvidersNeeds,
): void {
  mount(scope, operation, async () => ({
    providers: chosenProviders,
    sends_texts: smsProvider.delivers,
  }))
}

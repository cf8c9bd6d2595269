import type { FastifyInstance } from 'fastify'
import { type ListKeptTextsNeeds, mountListKeptTexts } from './list-kept-texts.ts'
import { type ListProvidersNeeds, mountListProviders } from './list-providers.ts'
import { type ListSettingsNeeds, mountListSettings } from './list-settings.ts'
import { mountReadExamination } from './read-examination.ts'
import { mountReadHealth, type ReadHealthNeeds } from './read-health.ts'
import { mountSendTestText, type SendTestTextNeeds } from './send-test-text.ts'
import { mountStartExamination, type StartExaminationNeeds } from './start-examination.ts'
import { mountTestProvider, type TestProviderNeeds } from './test-provider.ts'

export type HealthNeeds = ReadHealthNeeds &
  ListProvidersNeeds &
  TestProviderNeeds &
  SendTestTextNeeds &
  StartExaminationNeeds &
  ListSettingsNeeds &
  ListKeptTextsNeeds

/** The installation itself: nodes, providers, settings, what the doctor finds, and texts that stayed here. */
export function mountHealth(scope: FastifyInstance, needs: HealthNeeds): void {
  mountReadHealth(scope, needs)
  mountListProviders(scope, needs)
  mountTestProvider(scope, needs)
  mountSendTestText(scope, needs)
  mountReadExamination(scope, needs)
  mountStartExamination(scope, needs)
  mountListSettings(scope, needs)
  mountListKeptTexts(scope, needs)
}

import { listSettings, readExamination, readHealth } from '#contract/admin/health.ts'
import { listInvitations, listMembers } from '#contract/admin/members.ts'
import { listPasskeys, listStaffSessions, readStaffMe } from '#contract/admin/own-access.ts'
import { listKeptTexts, listProviders } from '#contract/admin/providers.ts'
import { listTariffs, readTariff } from '#contract/admin/tariffs.ts'
import type { Read } from '../read.ts'
import type { Subjects } from '../subjects.ts'

/** Health, texts, tariffs, members, and the own access. */
export const readsOfRunning = ({ tariffId, largePartnerId }: Subjects): Read[] => [
  { name: 'health', operation: readHealth },
  { name: 'examination', operation: readExamination },
  { name: 'settings', operation: listSettings },
  { name: 'providers', operation: listProviders },
  { name: 'kept texts', operation: listKeptTexts },
  { name: 'tariffs', operation: listTariffs },
  { name: 'tariffs of a partner', operation: listTariffs, query: { partner_id: largePartnerId } },
  { name: 'a tariff', operation: readTariff, params: { tariff_id: tariffId } },
  { name: 'members', operation: listMembers },
  { name: 'invitations', operation: listInvitations },
  { name: 'me', operation: readStaffMe },
  { name: 'my sessions', operation: listStaffSessions },
  { name: 'my passkeys', operation: listPasskeys },
]

import { listAccounts, readAccount, readAccountByPhone } from '#contract/admin/accounts.ts'
import { exportAuditEvents, listAuditEvents } from '#contract/admin/audit.ts'
import { listCarrierPhotos, readPhotoOfCarrier } from '#contract/admin/carrier-photos.ts'
import { listCarriers, readCarrierForStaff } from '#contract/admin/carriers.ts'
import { listCarrierDocuments, readDocumentPicture } from '#contract/admin/documents.ts'
import { busyCustomerPhone } from '../fill/people.ts'
import type { Read } from '../read.ts'
import type { Subjects } from '../subjects.ts'

const lastWeek = (): string => new Date(Date.now() - 7 * 86_400_000).toISOString()
const halfAYearAgo = (days = 0): string => new Date(Date.now() - (180 - days) * 86_400_000).toISOString()

const ofPeople = ({ carrierId, customerId, carrierWithDocuments }: Subjects): Read[] => [
  { name: 'people', operation: listAccounts, body: {} },
  { name: 'people: name', operation: listAccounts, body: { filters: { name: 'marta garc' } } },
  { name: 'people: rare name', operation: listAccounts, body: { filters: { name: 'Luis Ibáñez 16001' } } },
  { name: 'people: nobody', operation: listAccounts, body: { filters: { name: 'zzz' } } },
  { name: 'people: id', operation: listAccounts, body: { filters: { account_id: customerId } } },
  { name: 'people: phone', operation: readAccountByPhone, body: { phone: busyCustomerPhone } },
  { name: 'a customer', operation: readAccount, params: { account_id: customerId } },
  { name: 'carriers', operation: listCarriers, body: {} },
  { name: 'carriers: waiting', operation: listCarriers, body: { filters: { status: 'pending' } } },
  {
    name: 'carriers: approved, XL',
    operation: listCarriers,
    body: { filters: { status: 'approved', vehicle_size: 'XL' } },
  },
  { name: 'carriers: town', operation: listCarriers, body: { filters: { town: 'madr' } } },
  { name: 'carriers: name', operation: listCarriers, body: { filters: { name: 'ortega 19' } } },
  { name: 'carriers: nobody', operation: listCarriers, body: { filters: { name: 'zzz' } } },
  ...['missing', 'waiting', 'expiring'].map((documents) => ({
    name: `carriers: documents ${documents}`,
    operation: listCarriers,
    body: { filters: { documents } },
  })),
  { name: 'a carrier', operation: readCarrierForStaff, params: { account_id: carrierId } },
  { name: 'carriers: plate', operation: listCarriers, body: { filters: { plate: '1234 BCD' } } },
  { name: 'documents', operation: listCarrierDocuments, params: { account_id: carrierWithDocuments } },
  { name: 'photos', operation: listCarrierPhotos, params: { account_id: carrierWithDocuments } },
]

const ofAudit = ({ memberId, jobId, largeKeyId }: Subjects): Read[] => {
  const filters: Record<string, Record<string, string>> = {
    everything: {},
    'of a member': { actor: memberId },
    'by name': { actor: 'Member 7' },
    'of a stranger': { actor: 'Somebody' },
    'an act': { act: 'job.refund' },
    'acts on carriers': { act: 'carrier' },
    'no such act': { act: 'tariff.withdraw' },
    'about a job': { target: jobId },
    'about a busy key': { target: largeKeyId },
    'last week': { from: lastWeek() },
    'a day long ago': { from: halfAYearAgo(), to: halfAYearAgo(1) },
    'an act long ago': { act: 'job.refund', from: halfAYearAgo(), to: halfAYearAgo(1) },
    'a member, an act': { actor: 'Member 7', act: 'money.export' },
    'a member long ago': { actor: memberId, from: halfAYearAgo(), to: halfAYearAgo(1) },
    'a member, no such act': { actor: 'Member 7', act: 'tariff.withdraw' },
    'a busy key, a member': { target: largeKeyId, actor: 'root' },
  }
  return Object.entries(filters).map(([name, query]) => ({
    name: `audit: ${name}`,
    operation: listAuditEvents,
    query,
  }))
}

/** People, and what staff did. */
export const readsOfPeople = (subjects: Subjects): Read[] => [
  ...ofPeople(subjects),
  ...ofAudit(subjects),
  { name: 'audit: file, first rows', operation: exportAuditEvents, query: { format: 'csv' } },
]

export const unmeasuredOfPeople = new Map<Read['operation'], string>([
  [readDocumentPicture, 'a file of the photo storage'],
  [readPhotoOfCarrier, 'a file of the photo storage'],
])

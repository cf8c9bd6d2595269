import type { Command } from 'commander'

type Group = { names: string[]; load: () => Promise<(dray: Command) => void> }

/** The commands that `dray --help` lists, in that order. The file of a group is loaded only when it is needed. */
const groups: Group[] = [
  {
    names: ['start', 'serve', 'work'],
    load: async () => (await import('./role-commands.ts')).addRoleCommands,
  },
  { names: ['today'], load: async () => (await import('./today-command.ts')).addTodayCommand },
  { names: ['partner'], load: async () => (await import('./partner-commands.ts')).addPartnerCommands },
  { names: ['key'], load: async () => (await import('./key-commands.ts')).addKeyCommands },
  { names: ['job'], load: async () => (await import('./job-commands.ts')).addJobCommands },
  { names: ['sms'], load: async () => (await import('./sms-commands.ts')).addSmsCommands },
  { names: ['mail'], load: async () => (await import('./mail-commands.ts')).addMailCommands },
  { names: ['sandbox'], load: async () => (await import('./sandbox-commands.ts')).addSandboxCommands },
  { names: ['payment'], load: async () => (await import('./payment-commands.ts')).addPaymentCommands },
  { names: ['dispute'], load: async () => (await import('./payment-commands.ts')).addDisputeCommands },
  { names: ['ledger'], load: async () => (await import('./ledger-commands.ts')).addLedgerCommands },
  { names: ['statement'], load: async () => (await import('./statement-commands.ts')).addStatementCommands },
  { names: ['invoice'], load: async () => (await import('./invoice-commands.ts')).addInvoiceCommands },
  { names: ['account'], load: async () => (await import('./account-commands.ts')).addAccountCommands },
  { names: ['carrier'], load: async () => (await import('./carrier-commands.ts')).addCarrierCommands },
  { names: ['staff'], load: async () => (await import('./staff-commands.ts')).addStaffCommands },
  { names: ['tariff'], load: async () => (await import('./tariff-commands.ts')).addTariffCommands },
  {
    names: ['installation'],
    load: async () => (await import('./installation-commands.ts')).addInstallationCommands,
  },
  { names: ['photos'], load: async () => (await import('./photo-commands.ts')).addPhotoCommands },
  { names: ['audit'], load: async () => (await import('./audit-commands.ts')).addAuditCommands },
  { names: ['geo'], load: async () => (await import('./geo-commands.ts')).addGeoCommands },
  {
    names: ['migrate', 'backup', 'restore'],
    load: async () => (await import('./data-commands.ts')).addDataCommands,
  },
  { names: ['drill'], load: async () => (await import('./drill-commands.ts')).addDrillCommands },
  { names: ['doctor'], load: async () => (await import('./doctor-command.ts')).addDoctorCommand },
  { names: ['version'], load: async () => (await import('./version-command.ts')).addVersionCommand },
]

/** Adds the group of the command that the words name, or all groups if they begin with no name, as `--help` does. */
export async function addCommands(dray: Command, words: string[]): Promise<void> {
  const name = firstName(words)
  const named = groups.filter(({ names }) => names.includes(name))
  for (const { load } of named.length > 0 ? named : groups) (await load())(dray)
}

/** The first word, or the first after `--as NAME`. */
function firstName([first = '', second = '', third = '']: string[]): string {
  if (first === '--as') return third
  return first.startsWith('--as=') ? second : first
}

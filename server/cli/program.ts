import { Command } from 'commander'
import { drayVersion } from '../lib/version.ts'
import { addAccountCommands } from './account-commands.ts'
import { addAuditCommands } from './audit-commands.ts'
import { addCarrierCommands } from './carrier-commands.ts'
import { addDataCommands } from './data-commands.ts'
import { addDisputeCommands } from './dispute-commands.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { addGeoCommands } from './geo-commands.ts'
import { addInstallationCommands } from './installation-commands.ts'
import { addJobCommands } from './job-commands.ts'
import { addKeyCommands } from './key-commands.ts'
import { addLedgerCommands } from './ledger-commands.ts'
import { addPartnerCommands } from './partner-commands.ts'
import { addPaymentCommands } from './payment-commands.ts'
import { addRoleCommands } from './role-commands.ts'
import { addSandboxCommands } from './sandbox-commands.ts'
import { addSmsCommands } from './sms-commands.ts'
import { addStaffCommands } from './staff-commands.ts'
import { addStatementCommands } from './statement-commands.ts'
import { addTariffCommands } from './tariff-commands.ts'
import { addTodayCommand } from './today-command.ts'

/** All commands of `dray`; each group has a file in this folder. */
export function program(): Command {
  const dray = new Command('dray')
    .description('Self-hosted delivery and moving marketplace')
    .version(drayVersion(), '--version', 'print the version')
    .option(
      '--as <name>',
      'who runs the command, for the audit log (default: DRAY_ACTOR, or the system user)',
    )
    .addHelpText('after', helpFooter)
    // `--as` sets `DRAY_ACTOR` for one command, so that commands only have to read the variable.
    .hook('preAction', (command) => {
      const { as } = command.opts<{ as?: string }>()
      if (as !== undefined) process.env.DRAY_ACTOR = as
    })
  addRoleCommands(dray)
  addTodayCommand(dray)
  addPartnerCommands(dray)
  addKeyCommands(dray)
  addJobCommands(dray)
  addSmsCommands(dray)
  addSandboxCommands(dray)
  addPaymentCommands(dray)
  addDisputeCommands(dray)
  addLedgerCommands(dray)
  addStatementCommands(dray)
  addAccountCommands(dray)
  addCarrierCommands(dray)
  addStaffCommands(dray)
  addTariffCommands(dray)
  addInstallationCommands(dray)
  addAuditCommands(dray)
  addGeoCommands(dray)
  addDataCommands(dray)
  addDoctorCommand(dray)
  pointToOwnHelp(dray, 'dray')
  return dray
}

/** A command that cannot be understood names the help that lists its own options or subcommands. */
function pointToOwnHelp(command: Command, path: string): void {
  command.showHelpAfterError(`(${path} --help explains it)`)
  for (const child of command.commands) pointToOwnHelp(child, `${path} ${child.name()}`)
}

const helpFooter = `
"dray" stands for "npm run --silent dray --", in the folder of the checkout:
  npm run --silent dray -- job list
Each command explains itself: dray job --help, dray job cancel --help.
docs/operating.md tells which command is for which situation.`

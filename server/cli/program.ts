import { Command } from 'commander'
import { drayVersion } from '../lib/version.ts'
import { addAccountCommands } from './account-commands.ts'
import { addCarrierCommands } from './carrier-commands.ts'
import { addDataCommands } from './data-commands.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { addGeoCommands } from './geo-commands.ts'
import { addJobCommands } from './job-commands.ts'
import { addKeyCommands } from './key-commands.ts'
import { addLedgerCommands } from './ledger-commands.ts'
import { addPartnerCommands } from './partner-commands.ts'
import { addPaymentCommands } from './payment-commands.ts'
import { addRoleCommands } from './role-commands.ts'
import { addTariffCommands } from './tariff-commands.ts'

/** Every command of `dray`; each group is a file beside this one. */
export function program(): Command {
  const dray = new Command('dray')
    .description('Self-hosted delivery and moving marketplace')
    .version(drayVersion(), '--version', 'print the version')
    .showHelpAfterError('(dray --help lists every command)')
  addRoleCommands(dray)
  addPartnerCommands(dray)
  addKeyCommands(dray)
  addJobCommands(dray)
  addPaymentCommands(dray)
  addLedgerCommands(dray)
  addAccountCommands(dray)
  addCarrierCommands(dray)
  addTariffCommands(dray)
  addGeoCommands(dray)
  addDataCommands(dray)
  addDoctorCommand(dray)
  return dray
}

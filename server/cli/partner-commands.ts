import { type Command, Option } from 'commander'
import { type Language, languages } from '#contract/vocabulary.ts'
import { newId } from '../lib/ids.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { companyNameFault } from '../partners/profile.ts'
import { insertPartner, listPartners, setSuspended } from '../partners/store.ts'
import { jsonOption } from './json-option.ts'
import { show } from './output.ts'
import { requireUuid } from './require-uuid.ts'
import { withDatabase } from './with-database.ts'

export function addPartnerCommands(dray: Command): void {
  const partner = dray.command('partner').description('companies that hand over jobs')
  partner
    .command('create')
    .description('add a partner; its company name opens every SMS')
    .requiredOption('--company-name <name>')
    .addOption(
      new Option('--sms-language <language>', "default: by the customer's phone").choices([...languages]),
    )
    .option(...jsonOption)
    .action(createPartner)
  partner
    .command('list')
    .option(...jsonOption)
    .action(async ({ json }: { json: boolean }) => {
      show(await withDatabase(({ kysely }) => listPartners(kysely)), json)
    })
  for (const [name, suspended] of [
    ['suspend', true],
    ['resume', false],
  ] as const) {
    partner
      .command(`${name} <partner-id>`)
      .description(suspended ? 'answer every key of the partner with 403' : 'undo suspend')
      .option(...jsonOption)
      .action(async (id: string, { json }: { json: boolean }) => {
        const done = await withDatabase(({ kysely }) => setSuspended(kysely, requireUuid(id), suspended))
        if (!done) throw new OperatorError(`There is no partner ${id}`)
        show({ partner_id: id, suspended }, json)
      })
  }
}

type CreateOptions = { companyName: string; smsLanguage?: Language; json: boolean }

async function createPartner({ companyName, smsLanguage, json }: CreateOptions): Promise<void> {
  const name = companyName.trim()
  const fault = companyNameFault(name)
  if (fault) throw new OperatorError(fault)
  const id = newId()
  await withDatabase(({ kysely }) =>
    insertPartner(kysely, { id, companyName: name, smsLanguage: smsLanguage ?? null }),
  )
  show({ partner_id: id, company_name: name }, json)
}

import { type Command, Option } from 'commander'
import { type Language, languages } from '#contract/vocabulary.ts'
import { newId } from '../lib/ids.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { createPartner, suspendPartner, updatePartner } from '../partners/administer.ts'
import { companyNameFault } from '../partners/profile.ts'
import { listPartners } from '../partners/store.ts'
import { addInvitePartnerMember } from './invite-partner-member.ts'
import { jsonOption } from './json-option.ts'
import { show } from './output.ts'
import { reasonOption } from './reason-option.ts'
import { requireUuid } from './require-uuid.ts'
import { withDatabase } from './with-database.ts'

export function addPartnerCommands(dray: Command): void {
  const partner = dray.command('partner').description('companies that hand over jobs')
  partner
    .command('create')
    .description('add a partner; its company name opens every SMS')
    .requiredOption('--company-name <name>', 'what customers read')
    .addOption(
      new Option('--sms-language <language>', "default: by the customer's phone").choices([...languages]),
    )
    .option(...reasonOption)
    .option(...jsonOption)
    .action(create)
  partner
    .command('list')
    .description('list all partners, oldest first')
    .option(...jsonOption)
    .action(async ({ json }: { json: boolean }) => {
      show(await withDatabase(({ kysely }) => listPartners(kysely)), json)
    })
  partner
    .command('update <partner-id>')
    .description('change what texts to customers say; takes effect on every node within 2 seconds')
    .option('--company-name <name>', 'what customers read')
    .addOption(
      new Option('--language <language>', "of the SMS; phone: by the customer's phone").choices([
        ...languages,
        byPhone,
      ]),
    )
    .option(...reasonOption)
    .option(...jsonOption)
    .action(update)
  addSuspend(partner, 'suspend')
  addSuspend(partner, 'resume')
  addInvitePartnerMember(partner)
}

const byPhone = 'phone'

function addSuspend(partner: Command, name: 'suspend' | 'resume'): void {
  const suspended = name === 'suspend'
  partner
    .command(`${name} <partner-id>`)
    .description(suspended ? 'refuse every key of the partner with 403' : 'undo suspend')
    .option(...reasonOption)
    .option(...jsonOption)
    .action(async (id: string, { reason, json }: Options) => {
      const partnerId = requireUuid(id)
      const done = await withDatabase(
        ({ kysely, actor }) => suspendPartner({ kysely }, { partnerId, suspended, by: { actor, reason } }),
        { takesAnyKey: suspended },
      )
      if (!done) throw new OperatorError(`There is no partner ${id}`)
      show({ partner_id: id, suspended }, json)
    })
}

type Options = { reason?: string; json: boolean }

async function create({
  companyName,
  smsLanguage,
  reason,
  json,
}: Options & { companyName: string; smsLanguage?: Language }): Promise<void> {
  const name = checkedName(companyName)
  const id = newId()
  await withDatabase(({ kysely, actor }) =>
    createPartner(
      { kysely },
      { id, companyName: name, smsLanguage: smsLanguage ?? null, by: { actor, reason } },
    ),
  )
  show({ partner_id: id, company_name: name }, json)
}

type UpdateOptions = Options & { companyName?: string; language?: Language | typeof byPhone }

async function update(id: string, { companyName, language, reason, json }: UpdateOptions): Promise<void> {
  const partnerId = requireUuid(id)
  const profile = {
    ...(companyName !== undefined && { company_name: checkedName(companyName) }),
    ...(language !== undefined && { sms_language: language === byPhone ? null : language }),
  }
  if (Object.keys(profile).length === 0)
    throw new OperatorError('Say what to change: --company-name or --language')
  const updated = await withDatabase(({ kysely, actor }) =>
    updatePartner({ kysely }, { partnerId, profile, by: { actor, reason } }),
  )
  if (!updated) throw new OperatorError(`There is no partner ${id}`)
  show({ partner_id: partnerId, ...updated }, json)
}

function checkedName(text: string): string {
  const name = text.trim()
  const fault = companyNameFault(name)
  if (fault) throw new OperatorError(fault)
  return name
}

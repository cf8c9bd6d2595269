import { type Command, Option } from 'commander'
import {
  type Language,
  languages,
  type PartnerRole,
  type PersonLanguage,
  partnerRoles,
  personLanguages,
} from '#contract/vocabulary.ts'
import { newId } from '../lib/ids.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { inviteMember } from '../members/invite.ts'
import { createPartner, suspendPartner, updatePartner } from '../partners/administer.ts'
import { companyNameFault, listPartners, partnerExists } from '../partners/store.ts'
import { jsonOption, memberName, reasonOption, requireUuid } from './options.ts'
import { show, showInvitation } from './output.ts'
import { withDatabase } from './with-database.ts'

export function addPartnerCommands(dray: Command): void {
  const partner = dray.command('partner').description('companies that hand over jobs')
  partner
    .command('create')
    .description('add a partner; its company name opens every SMS')
    .requiredOption('--company-name <name>', 'what customers read')
    .addOption(
      new Option('--sms-language <language>', "default: by the customer's phone").choices([
        ...personLanguages,
      ]),
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
        ...personLanguages,
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
}: Options & { companyName: string; smsLanguage?: PersonLanguage }): Promise<void> {
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

type UpdateOptions = Options & { companyName?: string; language?: PersonLanguage | typeof byPhone }

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

/** `dray partner invite`: invites a member to the partner's own pages. */
function addInvitePartnerMember(partner: Command): void {
  partner
    .command('invite')
    .description("print a link to the partner's own pages that works once, within 24 hours")
    .requiredOption('--partner <partner-id>', 'the company')
    .addOption(
      new Option('--role <role>', 'what the person may do').choices([...partnerRoles]).makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'of the person')
    .addOption(new Option('--language <language>', 'of the pages').choices([...languages]).default('en'))
    .option(...reasonOption)
    .option(...jsonOption)
    .action(invite)
}

type InviteOptions = {
  partner: string
  role: PartnerRole
  name: string
  language: Language
  reason?: string
  json: boolean
}

async function invite({ partner, role, name, language, reason, json }: InviteOptions): Promise<void> {
  const partnerId = requireUuid(partner)
  const person = { name: memberName(name), role, language }
  const { issued, baseUrl } = await withDatabase(async ({ kysely, config, actor }) => {
    if (!(await partnerExists(kysely, partnerId))) throw new OperatorError(`There is no partner ${partner}`)
    const by = { actor, reason }
    return { issued: await inviteMember({ kysely }, { partnerId, ...person, by }), baseUrl: config.baseUrl }
  })
  showInvitation(baseUrl, issued, json)
}

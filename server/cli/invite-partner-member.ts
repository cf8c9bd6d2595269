import { type Command, Option } from 'commander'
import { type Language, languages, type PartnerRole, partnerRoles } from '#contract/vocabulary.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { inviteMember } from '../members/invite.ts'
import { partnerExists } from '../partners/store.ts'
import { jsonOption } from './json-option.ts'
import { memberName } from './member-name.ts'
import { reasonOption } from './reason-option.ts'
import { requireUuid } from './require-uuid.ts'
import { showInvitation } from './show-invitation.ts'
import { withDatabase } from './with-database.ts'

/** `dray partner invite`: somebody of a partner, to the partner's own pages. */
export function addInvitePartnerMember(partner: Command): void {
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

type Options = {
  partner: string
  role: PartnerRole
  name: string
  language: Language
  reason?: string
  json: boolean
}

async function invite({ partner, role, name, language, reason, json }: Options): Promise<void> {
  const partnerId = requireUuid(partner)
  const person = { name: memberName(name), role, language }
  const { issued, baseUrl } = await withDatabase(async ({ kysely, config, actor }) => {
    if (!(await partnerExists(kysely, partnerId))) throw new OperatorError(`There is no partner ${partner}`)
    const by = { actor, reason }
    return { issued: await inviteMember({ kysely }, { partnerId, ...person, by }), baseUrl: config.baseUrl }
  })
  showInvitation(baseUrl, issued, json)
}

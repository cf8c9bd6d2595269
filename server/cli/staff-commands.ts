import { type Command, Option } from 'commander'
import { type Language, languages, type StaffRole, staffRoles } from '#contract/vocabulary.ts'
import { OperatorError } from '../lib/operator-error.ts'
import {
  type Change,
  changeMemberRole,
  endSessionsOf,
  removeMember,
  resumeMember,
  suspendMember,
} from '../members/administer.ts'
import { inviteMember, inviteMemberBack } from '../members/invite.ts'
import { listMembers, type MemberRow } from '../members/store.ts'
import { jsonOption, memberName, reasonOption, requireUuid } from './options.ts'
import { problemAsOperatorError, show, showInvitation } from './output.ts'
import { type CommandContext, withDatabase } from './with-database.ts'

export function addStaffCommands(dray: Command): void {
  const staff = dray.command('staff').description("who may use the operator's panel, at BASE_URL/admin")
  addInvite(staff)
  staff
    .command('list')
    .description('list the members of staff, oldest first')
    .option(...jsonOption)
    .action(async ({ json }: { json: boolean }) => {
      const members = await withDatabase(({ kysely }) => listMembers(kysely, { partnerId: null }))
      show(members.toReversed().map(shown), json)
    })
  staff
    .command('role <member-id> <role>')
    .description(`give a member another role (${staffRoles.join(', ')}); counts from the next request`)
    .option(...reasonOption)
    .option(...jsonOption)
    .action((id: string, role: string, options: Options) =>
      change(id, options, (needs, about) => changeMemberRole(needs, { ...about, role: staffRole(role) })),
    )
  const acts = [
    ['suspend', 'end every session of a member and refuse every sign-in', suspendMember],
    ['resume', 'undo suspend', resumeMember],
    ['end-sessions', 'sign a member out everywhere', endSessionsOf],
  ] as const
  for (const [name, description, act] of acts)
    staff
      .command(`${name} <member-id>`)
      .description(description)
      .option(...reasonOption)
      .option(...jsonOption)
      .action((id: string, options: Options) => change(id, options, act))
  addRemove(staff)
}

type Options = { reason?: string; json: boolean }

function addInvite(staff: Command): void {
  staff
    .command('invite')
    .description('print a link that works once, within 24 hours; hand it to the person yourself')
    .addOption(new Option('--role <role>', 'what the person may do').choices([...staffRoles]))
    .option('--name <name>', 'of the person')
    .addOption(new Option('--language <language>', 'of the panel').choices([...languages]).default('en'))
    .option('--back <member-id>', 'instead: lead a member back in who has lost every way in')
    .option(...reasonOption)
    .option(...jsonOption)
    .action(invite)
}

type InviteOptions = Options & { role?: StaffRole; name?: string; language: Language; back?: string }

async function invite({ role, name, language, back, reason, json }: InviteOptions): Promise<void> {
  const person = back === undefined ? newcomer(role, name) : null
  const { issued, baseUrl } = await withDatabase(async ({ kysely, config, actor }) => {
    const by = { actor, reason }
    const issued = person
      ? await inviteMember({ kysely }, { ...person, partnerId: null, language, by })
      : await inviteMemberBack({ kysely }, { memberId: requireUuid(back ?? ''), partnerId: null, by })
    return { issued, baseUrl: config.baseUrl }
  })
  if (!issued) throw noMember(back ?? '')
  showInvitation(baseUrl, issued, json)
}

function newcomer(role: StaffRole | undefined, name: string | undefined) {
  if (!role || !name?.trim()) throw new OperatorError('Say who it is for: --role and --name, or --back')
  return { role, name: memberName(name) }
}

type Act = (needs: Pick<CommandContext, 'kysely'>, about: Change) => Promise<MemberRow | null>

async function change(id: string, { reason, json }: Options, act: Act): Promise<void> {
  const memberId = requireUuid(id)
  const member = await problemAsOperatorError(
    withDatabase(
      ({ kysely, actor }) => act({ kysely }, { memberId, partnerId: null, by: { actor, reason } }),
      // Must also work in a hurry, from a shell without the secret key.
      { takesAnyKey: act === suspendMember || act === endSessionsOf },
    ),
  )
  if (!member) throw noMember(id)
  show(shown(member), json)
}

function addRemove(staff: Command): void {
  staff
    .command('remove <member-id>')
    .description('delete a member with every way in; the audit log keeps the name')
    .option(...reasonOption)
    .option(...jsonOption)
    .action(async (id: string, { reason, json }: Options) => {
      const memberId = requireUuid(id)
      const done = await problemAsOperatorError(
        withDatabase(({ kysely, actor }) =>
          removeMember({ kysely }, { memberId, partnerId: null, by: { actor, reason } }),
        ),
      )
      if (!done) throw noMember(id)
      show({ member_id: memberId, removed: true }, json)
    })
}

const noMember = (id: string) => new OperatorError(`There is no member ${id} of staff`)

function staffRole(text: string): StaffRole {
  const role = staffRoles.find((each) => each === text)
  if (role) return role
  throw new OperatorError(`The role must be one of ${staffRoles.join(', ')}`)
}

const shown = (member: MemberRow) => ({
  member_id: member.id,
  name: member.name,
  role: member.role,
  language: member.language,
  created_at: member.created_at,
  last_seen_at: member.last_seen_at,
  suspended_at: member.suspended_at,
  passkeys: member.passkeys,
  has_password: member.has_password,
})

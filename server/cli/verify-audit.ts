import { type Command, InvalidArgumentError } from 'commander'
import type { Head } from '../audit/chain.ts'
import { checkHeads, headsFileIn, readKeptHeads } from '../audit/heads.ts'
import { verifyChain } from '../audit/verify.ts'
import { canChangeAudit } from '../db/service-role.ts'
import { jsonOption } from './json-option.ts'
import { show } from './output.ts'
import { type CommandContext, withDatabase } from './with-database.ts'

export function addVerify(audit: Command): void {
  audit
    .command('verify')
    .description('check that no event was changed, cut or slipped in; exits with 1 when one was')
    .option(
      '--head <position:hash>',
      'a head that you kept elsewhere, as this command or the log told it',
      head,
    )
    .option(...jsonOption)
    .action(async ({ json, head }: { json: boolean; head?: Head }) => {
      const verified = await withDatabase((context) => verify(context, head))
      if (!verified.ok) process.exitCode = 1
      show(json ? verified : inWords(verified), json)
    })
}

async function verify({ kysely, config }: CommandContext, given: Head | undefined) {
  const { links, head, faults } = await verifyChain(kysely)
  const kept = await readKeptHeads(headsFileIn(config.dataDir))
  const heads = [...kept, ...(given ? [{ ...given, at: null }] : [])]
  const { faults: headFaults, restores } = await checkHeads(kysely, heads)
  return {
    ok: faults.length === 0 && headFaults.length === 0,
    events: links,
    head,
    faults,
    heads: heads.length,
    head_faults: headFaults,
    restores,
    protected: !(await canChangeAudit(kysely)),
  }
}

const inWords = ({
  head,
  faults,
  head_faults,
  restores,
  ...verified
}: Awaited<ReturnType<typeof verify>>) => ({
  ...verified,
  head: `${head.position}:${head.hash}`,
  faults: faults
    .map(({ fault, event_id, position }) => `event ${event_id}: ${fault} (place ${position ?? 'none'})`)
    .join(', '),
  head_faults: head_faults
    .map(({ fault, position, at }) => `${fault}: place ${position} (${at ?? 'given'})`)
    .join(', '),
  restores: restores
    .map(
      ({ event_id, at, heads_left_out }) =>
        `event ${event_id} (${at.toISOString()}): left out ${heads_left_out} heads from before it`,
    )
    .join(', '),
})

function head(text: string): Head {
  const found = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text)
  if (found) return { position: Number(found[1]), hash: String(found[2]) }
  throw new InvalidArgumentError(
    'must be a position and a hash, such as 42:9f86…, as `dray audit verify` prints it',
  )
}

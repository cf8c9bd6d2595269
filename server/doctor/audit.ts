import { type ChainFault, verifyNewest } from '../audit/chain.ts'
import { checkHeads, type HeadFault, headsFileIn, type Restore, readKeptHeads } from '../audit/heads.ts'
import type { Database } from '../db/database.ts'
import { canChangeAudit } from '../db/service-role.ts'
import type { CheckName, Finding } from '../texts/coded.ts'
import { attempt, type Check, fail, ok, warn } from './check.ts'

const name: CheckName = ['auditLog']

/** `dray audit verify` checks all; this is bounded, because it also runs in the panel. */
const newestLinks = 10_000
const newestHeads = 500
const maxShown = 5

/** Checks that the service cannot change the audit log, and that the newest part is unchanged. */
export async function checkAuditLog({ kysely }: Database, dataDir: string): Promise<Check[]> {
  const isOpen = await canChangeAudit(kysely)
  const open = isOpen ? [warn(name, ['auditUnprotected'], ['separateOwner'])] : []
  const broken: Check[] = []
  const restored: Check[] = []
  const whole = await attempt({ name, remedy: ['verifyAudit'] }, async () => {
    const { links, faults } = await verifyNewest(kysely, newestLinks)
    const heads = await readKeptHeads(headsFileIn(dataDir), newestHeads)
    const checked = await checkHeads(kysely, heads)
    restored.push(...checked.restores.filter(({ heads_left_out: left }) => left > 0).map(ofRestore))
    const found = [...faults.map(ofChain), ...checked.faults.map(ofHead)]
    broken.push(...found.slice(0, maxShown).map((finding) => fail(name, finding, ['verifyAudit'])))
    return ok(name, ['auditFine', links, heads.length])
  })
  return [...open, ...(broken.length > 0 ? broken : [whole]), ...restored]
}

const ofChain = ({ fault, event_id, position }: ChainFault): Finding => {
  if (fault === 'unlinked') return ['auditUnlinked', event_id]
  const codes = { changed: 'auditChanged', event_cut: 'auditEventCut', link_cut: 'auditLinkCut' } as const
  return [codes[fault], event_id, position]
}

const ofHead = ({ fault, position }: HeadFault): Finding => {
  const codes = {
    end_cut: 'auditEndCut',
    other_chain: 'auditOtherChain',
    future_restore: 'auditFutureRestore',
  } as const
  return [codes[fault], position]
}

const ofRestore = ({ event_id, at, heads_left_out }: Restore): Check =>
  ok(name, ['auditRestored', event_id, at.toISOString(), heads_left_out])

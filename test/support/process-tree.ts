import fs from 'node:fs'

/** A process with its start time, because a pid alone can be reused. */
export type Seen = { pid: number; startedAt: string; command: string }

/** All descendants of a process. Linux only: reads /proc. */
export function descendantsOf(pid: number): Seen[] {
  const all = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => look(Number(name)) ?? [])
  const found = [pid]
  for (const parent of found) found.push(...all.filter((one) => one.parent === parent).map((one) => one.pid))
  return all.filter((one) => one.pid !== pid && found.includes(one.pid))
}

export const stillThere = (seen: Seen[]): Seen[] =>
  seen.filter(({ pid, startedAt }) => look(pid)?.startedAt === startedAt)

function look(pid: number): (Seen & { parent: number }) | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie has ended, but its parent has not reaped it.
    if (state === 'Z') return null
    const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { pid, parent: Number(parent), startedAt: rest[17] ?? '', command }
  } catch {
    return null
  }
}

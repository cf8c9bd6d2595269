import { readdirSync, readFileSync } from 'node:fs'

/** CPU time of a process, user and system, in microseconds: the kernel's account in nanoseconds of each thread. */
export function cpuMicrosOf(pid: number): number {
  let nanos = 0
  for (const thread of threadsOf(pid)) nanos += Number(fileOf(pid, `task/${thread}/schedstat`).split(' ')[0])
  return nanos / 1_000
}

/** CPU time of PostgreSQL: its postmaster and all its processes, also ended ones. */
export const databaseMicros = (postmaster: number): number =>
  cpuMicrosOf(postmaster) + childrenMicrosOf(postmaster)

/**
 * CPU time of the processes that a process has started, ended ones included, in microseconds. The kernel counts those
 * in ticks of 10 ms.
 */
export function childrenMicrosOf(pid: number): number {
  const fields = fileOf(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  const ended = (Number(fields[13]) + Number(fields[14])) * 10_000
  const children = threadsOf(pid).flatMap((thread) =>
    fileOf(pid, `task/${thread}/children`).split(' ').filter(Boolean),
  )
  return children.reduce(
    (sum, child) => sum + cpuMicrosOf(Number(child)) + childrenMicrosOf(Number(child)),
    ended,
  )
}

/** Resident memory of a process, in bytes. */
export const residentBytesOf = (pid: number): number => Number(fileOf(pid, 'statm').split(' ')[1]) * 4_096

const threadsOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** Empty when the process or thread has just ended. */
function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

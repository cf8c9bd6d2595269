import { readdirSync, readFileSync } from 'node:fs'

/** CPU time of a process, user and system, in microseconds: the kernel's account in nanoseconds of each thread. */
export function cpuMicrosOf(pid: number): number {
  let nanos = 0
  for (const thread of threadsOf(pid)) nanos += Number(fileOf(pid, `task/${thread}/schedstat`).split(' ')[0])
  return nanos / 1_000
}

/** CPU time of PostgreSQL: its postmaster and all its processes, also ended ones. */
export function databaseMicros(postmaster: number): number {
  const fields = fileOf(postmaster, 'stat').split(') ')[1]?.split(' ') ?? []
  // Of children that have ended, in ticks of 10 ms.
  const ended = (Number(fields[13]) + Number(fields[14])) * 10_000
  const children = fileOf(postmaster, `task/${postmaster}/children`).split(' ').filter(Boolean)
  return children.reduce((sum, pid) => sum + cpuMicrosOf(Number(pid)), cpuMicrosOf(postmaster) + ended)
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

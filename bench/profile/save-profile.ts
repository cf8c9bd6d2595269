import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { CpuProfile } from './cpu-profile.ts'
import { sharesOf } from './shares.ts'

const folder = path.join(import.meta.dirname, '..', 'profiles')

/** The file of a new profile. Chrome's and Node's tools open it. */
export function profileFile(name: string): string {
  mkdirSync(folder, { recursive: true })
  return path.join(folder, `${name}.cpuprofile`)
}

/** Prints where the time of `count` requests went, and where the profile is. */
export function printProfile(name: string, { file, count }: { file: string; count: number }): void {
  const profile = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile
  console.log(`\n${name}: ${sharesOf(profile, count)}\n\n${path.relative(process.cwd(), file)}\n`)
}

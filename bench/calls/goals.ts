import type { CallName } from './loads.ts'
import type { Figure } from './measure.ts'

/** The goals of Dray's figures as ratios to the bare server's, by the number of connections. */
type Goals = Partial<Record<keyof Figure, Record<number, string>>>

export const goals: Record<CallName, Goals> = {
  status: {
    perSecond: { 1: '>= 0.9', 10: '>= 1.5', 50: '>= 2.5' },
    nodeMicros: { 10: '<= 0.8', 50: '<= 0.6' },
    p99Ms: { 10: '<= 0.7' },
  },
  estimate: { nodeMicros: { 10: '<= 1.6', 50: '<= 1.5' } },
  create: {
    perSecond: { 10: '>= 1.0', 50: '>= 1.5' },
    databaseMicros: { 10: '<= 0.8', 50: '<= 0.7' },
  },
}

import type { Mutant } from './mutant.ts'

/** The life of a job: its guarded statements, its races, and what a cancellation costs. */
export const jobs: readonly Mutant[] = [
  {
    name: 'transition: the update does not ask for the state before',
    file: 'server/jobs/transition.ts',
    from: "        .where('job.status', '=', from)\n",
    to: '',
    tests: ['spec/part-3-life-races'],
    promise: 'spec 3: each transition has one state before it',
  },
  {
    name: 'publish: a job that is posted is paid again',
    file: 'server/jobs/actions/publish.ts',
    from: "(job.status === 'posted' && job.hidden_at !== null)",
    to: "job.status === 'posted'",
    tests: ['spec/decisions-money.test', 'spec/races-money'],
    promise: 'DESIGN 6, 4: a hold is made once',
  },
  {
    name: 'accept: the row of the carrier is not locked',
    file: 'server/jobs/actions/accept-job.ts',
    from: ".where('account_id', '=', carrierId)\n    .forNoKeyUpdate()\n",
    to: ".where('account_id', '=', carrierId)\n",
    tests: ['spec/decisions-open-jobs'],
    promise: 'DESIGN 6, 9: a carrier has at most CARRIER_OPEN_JOBS at once',
  },
  {
    name: 'accept: a carrier of live jobs accepts a test job',
    file: 'server/jobs/eligibility.ts',
    from: "`job.mode = 'live' and job.hidden_at",
    to: '`job.hidden_at',
    tests: ['spec/part-3-life.test'],
    promise: 'DESIGN 3, Keys: carriers never see the jobs of test keys',
  },
  {
    name: 'collect: a repeated request records it again',
    file: 'server/jobs/actions/collect-job.ts',
    from: ' and job.collected_at is null`',
    to: '`',
    tests: ['spec/part-3-life.test'],
    promise: 'DESIGN 3, Life: `collected` is one timestamp inside `accepted`',
  },
  {
    name: 'deliver: a capture may wait until its hold has ended',
    file: 'server/jobs/money/capture-or-release.ts',
    from: 'const hoursBeforeItsEnd = 12',
    to: 'const hoursBeforeItsEnd = 0',
    tests: ['spec/decisions-blocked-money'],
    promise: 'spec 3: a delivered job is captured, also while its money is blocked',
  },
  {
    name: 'cancel: it is free a millisecond too long',
    file: 'server/jobs/cancellation.ts',
    from: 'if (job.now < freeUntil)',
    to: 'if (job.now <= freeUntil)',
    tests: ['server/jobs/cancellation'],
    promise: 'DESIGN 3, Life: cancelling an accepted job is free for 5 min',
  },
]

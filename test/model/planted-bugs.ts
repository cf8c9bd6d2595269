import type { Mutant } from '../mutants/mutant.ts'

/** A change of state without its guard, which the model has to find within 200 histories. */
export type PlantedBug = Omit<Mutant, 'tests'>

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'accept: the update does not ask whether the job is still posted',
    file: 'server/jobs/transition.ts',
    from: "        .where('job.status', '=', from)\n",
    to: '',
    promise: 'spec 3: one carrier accepts a job',
  },
  {
    name: 'pay: each attempt has another idempotency key',
    file: 'server/payments/effects/claim.ts',
    from: 'newKey = false',
    to: 'newKey = true',
    promise: 'DESIGN 6, 4: one hold for each job',
  },
  {
    name: 'pay: the outcome of a worker whose lease has ended is stored too',
    file: 'server/payments/effects/settle.ts',
    from: 'if (!(await writeEffect(trx, { claim, payment, outcome }))) throw new Overtaken()',
    to: 'await writeEffect(trx, { claim, payment, outcome })',
    promise: 'DESIGN 6, 4: an outcome is stored exactly once',
  },
  {
    name: 'create: an idempotency key is free again after its job was made',
    file: 'server/jobs/drafts/idempotency.ts',
    from: "or held.created_at < now() - interval '24 hours'\n  returning 1`",
    to: 'or held.job_id is not null\n  returning 1`',
    promise: 'DESIGN 6, 1: a create is never doubled',
  },
  {
    name: 'create: the insert does not ask for the claim on the idempotency key',
    file: 'server/jobs/drafts/insert-drafts.ts',
    from: '(claim_id is null or exists (',
    to: '(true or exists (',
    promise: 'DESIGN 6, 1: a create is never doubled',
  },
  {
    name: 'text: an attempt without a response is not counted',
    file: 'server/sms/retry-policy.ts',
    from: "(outcome === 'unknown' ? 1 : 0)",
    to: '0',
    promise: 'DESIGN 6, 3: at most one repeat of a text',
  },
  {
    name: 'key: the verdict about a value is kept ten times too long',
    file: 'server/keys/verify.ts',
    from: 'const dropAfterMs = 1_900',
    to: 'const dropAfterMs = 19_000',
    promise: 'DESIGN 3, Keys: a revocation is effective on every node within 2 s',
  },
  {
    name: 'limit: one call more than the limit',
    file: 'lib/rate-limiter/redis-scripts.ts',
    from: 'if used >= limit then\n  return { 0, used, now,',
    to: 'if used > limit then\n  return { 0, used, now,',
    promise: 'DESIGN 6, 2: the limit is exact over all nodes',
  },
  {
    name: 'window: a proposal counts, whatever its sender has seen',
    file: 'server/jobs/windows/propose.ts',
    from: '    if ((open ?? agreed)?.id !== (input.seenId ?? undefined)) throw changedMeanwhile\n',
    to: '',
    promise: 'decision 69: an answer is to what was seen',
  },
  {
    name: 'window: a proposal that was replaced can be agreed',
    file: 'server/jobs/windows/agree.ts',
    from: "    if (window.status !== 'proposed') throw changedMeanwhile\n",
    to: '',
    promise: 'decision 69: an answer is to what was seen',
  },
  {
    name: 'window: the deadline counts from the acceptance',
    file: 'server/jobs/collection.ts',
    from: '  return windowEndsAt\n',
    to: '  return windowEndsAt && windowEndsAt < acceptedAt\n',
    promise: 'decision 69: the deadline counts from the window',
  },
]

import { type AuditAct, auditActs } from '#contract/audit-acts.ts'

type KeyOf<Name> = Name extends `${infer Thing}.${infer Verb}` ? `${Thing}_${Verb}` : Name

/** The key of an act in the texts: there, a dot separates levels. */
export const actKey = (act: AuditAct) => act.replace('.', '_') as KeyOf<AuditAct>

/** The log keeps the acts of older versions too. */
export const isAuditAct = (act: string): act is AuditAct => auditActs.some((known) => known === act)

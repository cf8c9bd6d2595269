import { allAnswers as allAdminAnswers } from '../admin/everywhere.ts'
import type { Answer, PartnerPanelOperation } from '../operation.ts'
import { partnerAccessOperations } from './access.ts'

const own: readonly PartnerPanelOperation[] = partnerAccessOperations

/** All responses of an operation: those that the same operation of the operator's panel has, and one more refusal. */
export function allAnswers(operation: PartnerPanelOperation): Record<number, Answer> {
  const answers = allAdminAnswers(operation)
  const forbidden = answers[403]
  if (!forbidden || operation.method === 'GET' || own.includes(operation)) return answers
  return { ...answers, 403: { ...forbidden, description: `${forbidden.description} \`partner_suspended\`.` } }
}

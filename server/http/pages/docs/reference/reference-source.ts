import { commonHeaders, withHelp } from '#contract/answers.ts'
import type { Operation } from '#contract/operation.ts'
import { partnerOperations } from '#contract/partner.ts'
import { sandboxOperations } from '#contract/sandbox/index.ts'
import type { Language } from '#contract/vocabulary.ts'
import { texts } from '../../../../texts/index.ts'
import { errorBodyParts, sharedErrors } from './error-rows.ts'
import { operationPart } from './operation-part.ts'
import { headerTable } from './tables.ts'

/** The page of the reference: Markdown with the directives of the guide, made from the contract. */
export function referenceSource(language: Language): string {
  const { docs, reference: t } = texts[language]
  const parts = (operations: readonly Operation[]) =>
    operations.map((operation) => operationPart(operation, language))
  return [
    `# ${docs.reference}`,
    t.lead,
    t.intro,
    t.files,
    ...parts(partnerOperations),
    `## ${t.sandbox.title} {#sandbox}`,
    t.sandbox.text,
    ...parts(sandboxOperations),
    everyResponse(language),
  ].join('\n\n')
}

function everyResponse(language: Language): string {
  const { everywhere: t } = texts[language].reference
  const [{ headers: help = {} } = {}] = Object.values(withHelp({ 400: { description: '', body: null } }))
  return [
    `## ${t.title} {#every-response}`,
    t.headers,
    headerTable({ ...commonHeaders, ...help }, language),
    t.errors,
    sharedErrors(language),
    t.unknown,
    `## ${t.bodies} {#error-bodies}`,
    t.bodiesLead,
    errorBodyParts(language),
  ].join('\n\n')
}

import { commonHeaders, withHelp } from '#contract/answers.ts'
import type { Answer, Operation } from '#contract/operation.ts'
import { type ListedPartnerOperation, partnerOperations } from '#contract/partner.ts'
import { type ListedSandboxOperation, sandboxOperations } from '#contract/sandbox/index.ts'
import type { Language } from '#contract/vocabulary.ts'
import { contractText } from '../../../../texts/contract-text.ts'
import { texts } from '../../../../texts/index.ts'
import { errorBodyParts, errorsOf, sharedErrors } from './error-rows.ts'
import { curlOf } from './request-sample.ts'
import { headerTable, parameterTable, requestTable, responseTable } from './tables.ts'

/** The page of the reference: Markdown with the directives of the guide, generated from the contract. */
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

/** An operation in Markdown: its request, a sample, a form to try it, and its responses. */
function operationPart(operation: Operation, language: Language): string {
  const { operationId, method, url, summary, description, body } = operation
  const t = texts[language].reference
  const path = url.replace(/:(\w+)/g, '{$1}')
  return [
    `## ${contractText(summary, language)} {#${operationId}}`,
    `\`${method} ${path}\``,
    `${contractText(description, language)} [${t.guide}](${guideOf[operationId as OperationId]})`,
    `### ${t.request} \`${operationId}\` {#${operationId}-request}`,
    parameterTable(operation, language),
    body ? `${t.jsonBody}\n\n${requestTable(body, language)}` : t.noBody,
    `\`\`\`bash curl\n${curlOf(operation)}\n\`\`\``,
    `{try:${operationId}}`,
    `### ${t.responses} \`${operationId}\` {#${operationId}-responses}`,
    ...successes(operation).map((answer) => successPart(answer, language)),
    errorsOf(operation.answers, language),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const successes = ({ answers }: Operation): [string, Answer][] =>
  Object.entries(answers).filter(([status]) => Number(status) < 400)

/** A success response, or a 304, whole. */
function successPart([status, answer]: [string, Answer], language: Language): string {
  const { description, body, headers = {}, examples = {} } = answer
  return [
    `\`${status}\` ${contractText(description, language)}`,
    headerTable(headers, language),
    body ? responseTable(body, language) : texts[language].reference.noBody,
    ...Object.values(examples).map((example) => `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``),
  ]
    .filter(Boolean)
    .join('\n\n')
}

type ReferenceOperation = ListedPartnerOperation | ListedSandboxOperation
type OperationId = ReferenceOperation['operationId']

/** Every operation that the page shows, by its id. */
export const operationsById = new Map(
  [...partnerOperations, ...sandboxOperations].map((operation) => [operation.operationId, operation]),
)

/** Where the guide explains each. */
const guideOf: Record<OperationId, string> = {
  estimatePrice: '/docs/estimate',
  createJob: '/docs/create',
  readJob: '/docs/status',
  listStories: '/docs/sandbox#stories',
  readClock: '/docs/sandbox#the-clock',
  moveClock: '/docs/sandbox#the-clock',
  listSandboxJobs: '/docs/sandbox#moves',
  readSandboxJob: '/docs/sandbox#moves',
  makeMove: '/docs/sandbox#moves',
  listTexts: '/docs/sandbox#sms-limits-a-clean-start',
  fillWindow: '/docs/sandbox#sms-limits-a-clean-start',
  deleteWorld: '/docs/sandbox#sms-limits-a-clean-start',
  previewPrice: '/docs/sandbox#sms-limits-a-clean-start',
  previewText: '/docs/sandbox#sms-limits-a-clean-start',
}

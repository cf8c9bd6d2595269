import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  estimateAnswer,
  guideRefusals,
  jobAnswer,
  photosAnswer,
  refusals,
  statusAnswer,
} from '#contract/samples.ts'
import { busy, impossible, testKeyRequired } from '#contract/sandbox/answers.ts'
import { clockMovedAnswer, priceAnswer, signedInAnswer } from '#contract/sandbox/samples.ts'
import { stepTypes } from '#contract/sandbox/step.ts'
import { stories } from '#contract/sandbox/stories.ts'
import { sizesInWords } from '#contract/size-words.ts'
import type { Language } from '#contract/vocabulary.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { texts } from '../../../texts/index.ts'
import { withAnchors } from './guide-anchors.ts'
import {
  consolePath,
  type GuideName,
  type GuidePlace,
  guideNames,
  guidePath,
  markdownPath,
} from './guide-pages.ts'
import { operationsById, referenceSource } from './reference/reference-source.ts'
import { tryForm as writeTryForm } from './reference/request-sample.ts'
import { sdkPackages } from './sdk-packages.ts'
import { supportLink } from './support-link.ts'
import { type DocsTool, toolPlace } from './tools.ts'

export type GuideSettings = Pick<LinkSettings, 'baseUrl' | 'appLinkHost' | 'appLinkProtocol'> & {
  /** A `mailto:` or https address where partners get help. */
  supportContact?: string | null
}

/** Replaces a directive such as `{tool:price}` or `{try:createJob}`, and the address of another page. */
type Form = {
  tool: (name: string) => string
  tryForm: (operationId: string) => string
  link: (place: GuidePlace) => string
}

/**
 * A page of the guide in complete Markdown: with the address of this installation, the samples, the responses and the
 * stories. Programs read it at `/docs/<name>.md`, with absolute links.
 */
export function guideMarkdown(place: GuidePlace, settings: GuideSettings): string {
  const { baseUrl } = settings
  const text = expanded(place, settings, {
    tool: () => texts[place.language].docs.toolOnPage(baseUrl + guidePath(place)),
    tryForm: () => '',
    link: (target) => baseUrl + markdownPath(target),
  })
  return withAnchors(text).replaceAll('](/', `](${baseUrl}/`)
}

/** The Markdown for the HTML of the page: tools are elements that a script fills, and links stay on the site. */
export function guideForHtml(place: GuidePlace, settings: GuideSettings, isBuilt: boolean): string {
  return expanded(place, settings, {
    tool: (name) => toolPlace(name as DocsTool, { language: place.language, isBuilt }),
    tryForm: (operationId) => formOf(operationId, place.language),
    link: guidePath,
  })
}

/** The Markdown of a page: its file, or for the reference a text made from the contract. */
export const guideSource = ({ name, language }: GuidePlace): string =>
  name === 'reference'
    ? referenceSource(language)
    : readFileSync(path.join(guideFolder, language, `${name}.md`), 'utf8')

function expanded(place: GuidePlace, settings: GuideSettings, { tool, tryForm, link }: Form): string {
  const { language } = place
  const { baseUrl, appLinkHost, appLinkProtocol, supportContact } = settings
  return guideSource(place)
    .replaceAll(/^\{samples:([\w-]+)\}$/gm, (_, call: string) => samplesOf(call))
    .replaceAll(/^\{answer:(\w+)\}$/gm, (_, answer: string) => fenced('json', shown(answer)))
    .replaceAll(/^\{tool:(\w+)\}$/gm, (_, name: string) => tool(name))
    .replaceAll(/^\{try:(\w+)\}$\n*/gm, (_, id: string) => tryForm(id))
    .replaceAll('{stories}', () => storyRows(language))
    .replaceAll('{steps}', () => stepRows(language))
    .replaceAll('{sizes}', () => sizesInWords(language))
    .replaceAll(
      linkToPage,
      (_, linked: string | undefined) => `](${link({ name: nameOf(linked), language })}`,
    )
    .replaceAll('](/docs/console)', `](${consolePath(language)})`)
    .replaceAll('{support}', () => supportLink(supportContact, language))
    .replaceAll('{sdk_npm}', () => `{base_url}/docs/sdk/${sdkPackages().npm}`)
    .replaceAll('{sdk_python}', () => `{base_url}/docs/sdk/${sdkPackages().python}`)
    .replaceAll('{base_url}', () => baseUrl)
    .replaceAll('{link_url}', () => `${appLinkProtocol}://${appLinkHost}`)
}

function formOf(operationId: string, language: Language): string {
  const operation = operationsById.get(operationId)
  if (!operation) throw new Error(`The reference tries an operation that there is not: ${operationId}`)
  return `${writeTryForm(operation, language)}\n\n`
}

/** The samples of a request, one code block for each language; the words after the language name its tab. */
function samplesOf(call: string): string {
  const blocks = sampleLanguages.flatMap(({ file, name, fence }) => {
    const place = path.join(guideFolder, 'samples', call, file)
    return existsSync(place) ? [fenced(`${fence} ${name}`, readFileSync(place, 'utf8').trimEnd())] : []
  })
  if (blocks.length === 0) throw new Error(`The guide has no sample of ${call}`)
  return blocks.join('\n\n')
}

const fenced = (info: string, code: string): string => `\`\`\`${info}\n${code}\n\`\`\``

/** Bodies of the contract, so guide and OpenAPI document show the same. */
const answers: Record<string, object> = {
  estimate: estimateAnswer,
  job: jobAnswer,
  photos: photosAnswer,
  status: statusAnswer,
  clock: clockMovedAnswer,
  price: priceAnswer,
  signedIn: signedInAnswer,
  ...refusals,
  ...guideRefusals,
  testKeyRequired,
  moveNotPossible: impossible,
  worldBusy: busy,
}

function shown(answer: string): string {
  if (!answers[answer]) throw new Error(`The guide shows an answer that there is not: ${answer}`)
  return JSON.stringify(answers[answer], null, 2)
}

/** The table of the stories, generated from the sandbox's value. */
function storyRows(language: Language): string {
  const { endings } = texts[language].docs
  const { stories: tells } = texts[language].sandbox
  return stories
    .map(({ name, phone, ends }) => `| \`${phone}\` | ${tells[name]} | ${endings[ends]} |`)
    .join('\n')
}

/** The table of what can happen to a job, from the types of the contract. */
function stepRows(language: Language): string {
  const { steps } = texts[language].sandbox
  return stepTypes.map((type) => `| \`${type}\` | ${steps[type]} |`).join('\n')
}

/** Links in the source name the English pages: `](/docs/create#response)`. */
const linkToPage = new RegExp(`\\]\\(/docs(?:/(${guideNames.join('|')}))?(?=[#)])`, 'g')

const nameOf = (linked: string | undefined): GuideName =>
  guideNames.find((name) => name === linked) ?? 'start'

const guideFolder = path.join(import.meta.dirname, '../../../../docs/guide')

/** The language of a code sample of the guide: its file in `docs/guide/samples/<call>/`, and how a page shows it. */
type SampleLanguage = {
  file: string
  name: string
  /** The language of the fenced block in Markdown, and of its highlighting. */
  fence: string
}

/** In the order of the tabs. A request need not have a sample in every language. */
export const sampleLanguages: readonly SampleLanguage[] = [
  { file: 'curl.sh', name: 'curl', fence: 'bash' },
  { file: 'sdk.ts', name: 'TypeScript', fence: 'ts' },
  { file: 'fetch.ts', name: 'TypeScript (fetch)', fence: 'ts' },
  { file: 'python-sdk.py', name: 'Python', fence: 'python' },
  { file: 'python.py', name: 'Python (urllib)', fence: 'python' },
  { file: 'php.php', name: 'PHP', fence: 'php' },
  { file: 'go.go', name: 'Go', fence: 'go' },
  { file: 'java.java', name: 'Java', fence: 'java' },
  { file: 'csharp.cs', name: 'C#', fence: 'csharp' },
]

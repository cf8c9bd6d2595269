import { type Result, resultOf } from './result.ts'
import { printedJson, runTool, toolFile, type Work } from './tools.ts'

type Redocly = { problems: { ruleId: string; message: string; location: { pointer?: string }[] }[] }

/** Redocly, with its strictest set of rules. */
export const checkRedocly = (work: Work): Promise<Result> =>
  resultOf('Redocly (recommended-strict)', async () => {
    const command = ['redocly', 'lint', 'openapi.json', '--extends=recommended-strict', '--format=json']
    const { problems } = printedJson(await runTool(work, command), '{') as Redocly
    return {
      covered: 'the document',
      violations: problems.map(
        ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`,
      ),
    }
  })

type Spectral = { code: string; path: string[]; message: string }[]

/** Spectral, with its rules for OpenAPI; hints count too. */
export const checkSpectral = (work: Work): Promise<Result> =>
  resultOf('Spectral (spectral:oas)', async () => {
    const rules = `--ruleset=${toolFile('spectral.yaml')}`
    const command = ['spectral', 'lint', 'openapi.json', rules, '--format=json', '--fail-severity=hint']
    const problems = printedJson(await runTool(work, [...command, '--quiet']), '[') as Spectral
    return {
      covered: 'the document',
      violations: problems.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`),
    }
  })

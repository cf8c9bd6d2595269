import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { pythonMissing } from './python.ts'

/** What runs the samples of a language. */
export type SampleTool = {
  /** False if this machine has the tool; otherwise why the tests are skipped. */
  missing: string | false
  /** The command for a file, in the folder of the file. */
  command: (file: string) => [binary: string, args: string[]]
  /** The name that the file needs, if it needs one, and files that it needs beside it. */
  fileName?: string
  beside?: Record<string, string>
}

const run = promisify(execFile)

/** @returns the output of the command, or null if there is no such command or it fails */
const outputOf = (binary: string, ...args: string[]): Promise<string | null> =>
  run(binary, args, { timeout: 60_000 }).then(
    ({ stdout }) => stdout,
    () => null,
  )

const [curl, php, go, java, dotnet] = await Promise.all([
  outputOf('curl', '--version'),
  outputOf('php', '-r', 'exit(PHP_MAJOR_VERSION < 8 || !extension_loaded("curl") ? 1 : 0);'),
  outputOf('go', 'version'),
  outputOf('java', '--version'),
  outputOf('dotnet', '--version'),
])

const majorOf = (output: string | null): number => Number(/\d+/.exec(output ?? '0')?.[0])
const unless = (isThere: boolean, tool: string): string | false =>
  !isThere && `no ${tool} on this machine: its samples were not tested`

const node: SampleTool = { missing: false, command: (file) => [process.execPath, [file]] }
const python: SampleTool = { missing: pythonMissing, command: (file) => ['python3', [file]] }

/** By the ending of the file. */
const tools: Record<string, SampleTool> = {
  '.sh': { missing: unless(curl !== null, 'curl'), command: (file) => ['sh', [file]] },
  '.ts': node,
  '.py': python,
  '.php': {
    missing: unless(php !== null, 'PHP 8 with its curl extension'),
    command: (file) => ['php', [file]],
  },
  '.go': {
    missing: unless(go !== null, 'Go'),
    // Not `go run`: the end of it would not end the program.
    command: (file) => ['sh', ['-c', `go build -o sample ${file} && exec ./sample`]],
  },
  '.java': {
    missing: unless(majorOf(java) >= 17, 'Java 17'),
    // With less compilation these programs, which end at once, take half the time.
    command: (file) => ['java', ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', file]],
  },
  '.cs': {
    missing: unless(majorOf(dotnet) >= 8, '.NET 8'),
    fileName: 'Program.cs',
    beside: { 'sample.csproj': project(majorOf(dotnet)) },
    command: () => ['sh', ['-c', 'dotnet build -v quiet -o out && exec dotnet out/sample.dll']],
  },
}

/** The project file that `dotnet new console` writes. */
function project(major: number): string {
  return `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net${major}.0</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
  </PropertyGroup>
</Project>
`
}

export function toolOf(file: string): SampleTool {
  const tool = tools[path.extname(file)]
  if (!tool) throw new Error(`${file} has no tool`)
  return tool
}

/** The language of a code sample of the guide: its file in `docs/guide/samples/<call>/`, and how a page shows it. */
export type SampleLanguage = {
  file: string
  name: string
  /** The language of the fenced block in Markdown, and of its highlighting. */
  fence: string
}

/** In the order of the tabs. A call need not have a sample in every language. */
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

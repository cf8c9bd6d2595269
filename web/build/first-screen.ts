import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { type Language, languages } from '../../contract/vocabulary.ts'
import { contractValues } from './contract-values.ts'
import { stylesApart } from './styles-apart.ts'

const root = path.join(import.meta.dirname, '..')
const folder = path.join(root, 'src/customer/draft')

type Render = (language: Language) => Promise<string>

/**
 * Renders the first screen of a draft at the build. `first-screen.json` has its HTML by language, and the names of its
 * style sheet and of the small script that it needs until the app runs; `server/http/pages/web-app.ts` reads it.
 */
export function firstScreen(): Plugin {
  return {
    name: 'first-screen',
    apply: 'build',
    async generateBundle() {
      const render = await loadRender()
      const screens: [Language, string][] = []
      for (const language of languages) screens.push([language, await render(language)])
      const { html, css } = stylesApart(Object.fromEntries(screens))
      const emit = (name: string, source: string) =>
        this.getFileName(this.emitFile({ type: 'asset', name, source }))
      const files = { script: emit('early.js', await earlyScript()), style: emit('early.css', css) }
      this.emitFile({
        type: 'asset',
        fileName: 'first-screen.json',
        source: JSON.stringify({ ...files, html }),
      })
    },
  }
}

/** The component runs in Node, with React's own modules. */
async function loadRender(): Promise<Render> {
  const [chunk] = await bundle({
    plugins: [react(), contractValues()],
    build: {
      ssr: path.join(root, 'src', 'render-draft.tsx'),
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  // Beside the sources, so its imports find `node_modules`.
  const place = await mkdtemp(path.join(root, 'dist-render-'))
  try {
    const file = path.join(place, 'render.mjs')
    await writeFile(file, chunk?.code ?? '')
    return ((await import(pathToFileURL(file).href)) as { render: Render }).render
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** A plain script, not a module, so it runs before the page is shown. */
async function earlyScript(): Promise<string> {
  const [chunk] = await bundle({
    plugins: [contractValues()],
    build: {
      target: 'es2022',
      rolldownOptions: { input: path.join(folder, 'early.ts'), output: { format: 'iife' } },
    },
  })
  return chunk?.code ?? ''
}

type Settings = Parameters<typeof build>[0]

async function bundle(settings: NonNullable<Settings>): Promise<Rolldown.OutputChunk[]> {
  const made = await build({
    ...settings,
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { ...settings.build, write: false, modulePreload: false, reportCompressedSize: false },
  })
  const [output] = [made].flat() as Rolldown.RolldownOutput[]
  return (output?.output ?? []).flatMap((file) => (file.type === 'chunk' ? [file] : []))
}

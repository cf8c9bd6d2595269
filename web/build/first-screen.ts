import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { type PersonLanguage, personLanguages } from '../../contract/vocabulary.ts'
import { contractValues } from './contract-values.ts'
import { languageParts } from './language-parts.ts'
import { stylesApart } from './styles-apart.ts'

const root = path.join(import.meta.dirname, '..')

type Rendering = {
  renderDraft: (language: PersonLanguage) => Promise<string>
  renderLoading: (path: string, shown: { language: PersonLanguage; area: string }) => Promise<string>
}

/**
 * Renders first screens at the build: a draft before its code, the sign-in, and the lists and the welcome of carriers
 * before their data. `first-screens.json` has their HTML by language, and the names of their style sheet and of the
 * small scripts that run before the app. `server/http/pages/first-screen.ts` reads it.
 */
export function firstScreen(): Plugin {
  return {
    name: 'first-screen',
    apply: 'build',
    async generateBundle() {
      const { html, css } = stylesApart(await renderAll())
      const emit = (name: string, source: string) =>
        this.getFileName(this.emitFile({ type: 'asset', name, source }))
      const draft = emit('early.js', await plainScript('customer/draft/early.ts'))
      const list = emit('early-list.js', await plainScript('early-list.ts'))
      const screenOf = (name: Screen, script: string) => ({
        script,
        html: Object.fromEntries(personLanguages.map((language) => [language, html[`${name} ${language}`]])),
      })
      this.emitFile({
        type: 'asset',
        fileName: 'first-screens.json',
        source: JSON.stringify({
          style: emit('early.css', css),
          list,
          screens: {
            draft: screenOf('draft', draft),
            signIn: screenOf('signIn', draft),
            jobs: screenOf('jobs', list),
            feed: screenOf('feed', list),
            welcome: screenOf('welcome', list),
          },
        }),
      })
    },
  }
}

/** The screens of the router, with their paths and the areas of their texts. */
const screens = {
  signIn: { path: '/app/sign-in', area: 'signIn' },
  jobs: { path: '/app', area: 'app' },
  feed: { path: '/carrier', area: 'carrier' },
  welcome: { path: '/carrier', area: 'welcome' },
} as const

type Screen = 'draft' | keyof typeof screens

/** HTML of the screens in all languages, by name and language. */
async function renderAll(): Promise<Record<`${Screen} ${PersonLanguage}`, string>> {
  // Beside the sources, so its imports find `node_modules`.
  const place = await mkdtemp(path.join(root, 'dist-render-'))
  try {
    const { renderDraft, renderLoading } = await loadRendering(place)
    const rendered: [string, string][] = []
    for (const language of personLanguages) {
      rendered.push([`draft ${language}`, await renderDraft(language)])
      for (const [name, { path, area }] of Object.entries(screens))
        rendered.push([`${name} ${language}`, await renderLoading(path, { language, area })])
    }
    return Object.fromEntries(rendered) as Record<`${Screen} ${PersonLanguage}`, string>
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** The components run in Node, with React's own modules. The map is loaded by none of the screens. */
async function loadRendering(place: string): Promise<Rendering> {
  const chunks = await bundle({
    plugins: [languageParts(), react(), contractValues()],
    build: {
      ssr: path.join(root, 'src', 'render-screens.tsx'),
      rolldownOptions: {
        external: /^virtual:/,
        output: { entryFileNames: 'render.mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  for (const { fileName, code } of chunks) await writeFile(path.join(place, fileName), code)
  return (await import(pathToFileURL(path.join(place, 'render.mjs')).href)) as Rendering
}

/** A plain script, not a module, so it runs before the app. */
async function plainScript(source: string): Promise<string> {
  const [chunk] = await bundle({
    plugins: [contractValues()],
    build: {
      target: 'es2022',
      rolldownOptions: { input: path.join(root, 'src', source), output: { format: 'iife' } },
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

import path from 'node:path'
import { build } from 'vite'
import { contractValues } from '../../web/build/contract-values.ts'
import { installable } from '../../web/build/installable.ts'
import { shellList } from '../../web/build/shell-list.ts'

const web = path.join(import.meta.dirname, '../../web')

/**
 * Builds the files that the server needs and Vite does not serve: service workers, icons, manifests, and the tools of
 * the documentation, which are built again at the next start.
 */
export async function buildAppFiles(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: web,
    base: '/app/',
    publicDir: false,
    logLevel: 'warn',
    plugins: [contractValues(), installable(), shellList()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: { sw: path.join(web, 'sw/sw.ts') },
        output: { entryFileNames: 'sw.js' },
      },
    },
  })
  await build({
    configFile: false,
    root: web,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: path.join(folder, 'panel'),
      emptyOutDir: true,
      rolldownOptions: {
        input: { sw: path.join(web, 'sw/panel.ts') },
        output: { entryFileNames: 'sw.js' },
      },
    },
  })
  await build({
    configFile: path.join(web, 'docs.config.ts'),
    configLoader: 'native',
    logLevel: 'warn',
    build: { outDir: path.join(folder, 'docs'), emptyOutDir: true },
  })
}

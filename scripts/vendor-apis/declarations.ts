import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** A node of a parsed declaration file. */
export type Node = { type: string; [member: string]: unknown }
/** Where names are looked up: a file, and the namespaces around the place in it. */
export type Scope = { file: string; namespaces: string[] }
export type Declared = { name: string; node: Node; scope: Scope }

type DeclarationFile = { types: Map<string, Declared>; imports: Map<string, { file: string; name: string }> }

export type Declarations = {
  /** Null for a name that is not declared in the files that name each other, such as a whole namespace of resources. */
  find: (name: string, scope: Scope) => Declared | null
}

/** Reads the types of a package from its declaration files, each once. */
export function readDeclarations(): Declarations {
  const files = new Map<string, DeclarationFile>()
  const read = (file: string): DeclarationFile => {
    const known = files.get(file) ?? parseDeclarations(file)
    files.set(file, known)
    return known
  }
  const find = (name: string, { file, namespaces }: Scope): Declared | null => {
    const { types, imports } = read(file)
    for (let depth = namespaces.length; depth >= 0; depth--) {
      const found = types.get([...namespaces.slice(0, depth), name].join('.'))
      if (found) return found
    }
    const [head = '', ...rest] = name.split('.')
    const imported = imports.get(head)
    if (!imported) return null
    return find([imported.name, ...rest].join('.'), { file: imported.file, namespaces: [] })
  }
  return { find }
}

function parseDeclarations(file: string): DeclarationFile {
  const parsed: DeclarationFile = { types: new Map(), imports: new Map() }
  const { program } = parseSync(file, readFileSync(file, 'utf8'), { lang: 'dts' })
  for (const statement of nodes(program, 'body')) {
    if (statement.source) readImports(parsed, { statement, file })
    declare(parsed, { node: child(statement, 'declaration') ?? statement, scope: { file, namespaces: [] } })
  }
  return parsed
}

/** `import { A as B } from '…'` and `export { A } from '…'`; `export * from` is not used for types that are read. */
function readImports(
  { imports }: DeclarationFile,
  { statement, file }: { statement: Node; file: string },
): void {
  const from = String(child(statement, 'source')?.value)
  if (!from.startsWith('.')) return
  const base = path.join(path.dirname(file), from.replace(/\.js$/, ''))
  const target = [`${base}.d.ts`, path.join(base, 'index.d.ts')].find((each) => existsSync(each))
  if (!target) return
  for (const specifier of nodes(statement, 'specifiers')) {
    const imported = child(specifier, 'imported') ?? child(specifier, 'local')
    const local = child(specifier, 'exported') ?? child(specifier, 'local')
    imports.set(String(local?.name), { file: target, name: String(imported?.name) })
  }
}

function declare({ types, imports }: DeclarationFile, { node, scope }: { node: Node; scope: Scope }): void {
  const name = String(child(node, 'id')?.name)
  if (node.type === 'TSModuleDeclaration') {
    const inner = { ...scope, namespaces: [...scope.namespaces, name] }
    for (const each of nodes(child(node, 'body'), 'body'))
      declare({ types, imports }, { node: child(each, 'declaration') ?? each, scope: inner })
  }
  if (node.type !== 'TSInterfaceDeclaration' && node.type !== 'TSTypeAliasDeclaration') return
  const whole = [...scope.namespaces, name].join('.')
  // Names inside an interface are looked up in the namespace of its name first.
  types.set(whole, { name: whole, node, scope: { ...scope, namespaces: [...scope.namespaces, name] } })
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

export function child(node: object | undefined, member: string): Node | undefined {
  const value: unknown = node && Reflect.get(node, member)
  return isNode(value) ? value : undefined
}

export function nodes(node: object | undefined, member: string): Node[] {
  const value: unknown = node && Reflect.get(node, member)
  return Array.isArray(value) ? value.filter(isNode) : []
}

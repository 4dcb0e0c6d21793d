import type { EntryPath } from '@dragoman/core'

type Node = string | TreeOf | Node[]
type TreeOf = Map<string, Node>

/** A source text and its path in its file; plural forms are separate texts. */
export type SourceText = { readonly path: EntryPath; readonly text: string }

export type TypesRequest = {
  readonly sourceLanguage: string
  /** The source texts of each namespace. */
  readonly namespaces: ReadonlyMap<string, readonly SourceText[]>
  /** Null: keys always name their namespace. */
  readonly defaultNamespace: string | null
}

/**
 * Returns a declaration file with the keys for i18next's types, including their texts, so that the values a
 * text requires are typed as well.
 */
export function i18nextTypes({ sourceLanguage, namespaces, defaultNamespace }: TypesRequest): string {
  const resources = [...namespaces]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([namespace, texts]) => `      ${literal(namespace)}: ${typeOf(treeOf(texts), 3)};`)
  return [
    `// Written by \`dragoman types\` from the texts of ${sourceLanguage}: change those and run it again.`,
    "import 'i18next';",
    '',
    "declare module 'i18next' {",
    '  interface CustomTypeOptions {',
    ...(defaultNamespace === null ? [] : [`    defaultNS: ${literal(defaultNamespace)};`]),
    '    resources: {',
    ...resources,
    '    };',
    '  }',
    '}',
    '',
  ].join('\n')
}

function treeOf(texts: readonly SourceText[]): TreeOf {
  const root: TreeOf = new Map()
  for (const { path, text } of texts) put(root, path, text)
  return root
}

function put(root: TreeOf, path: EntryPath, text: string): void {
  let at: Node = root
  for (const [depth, step] of path.entries()) {
    const next = path[depth + 1]
    const known: Node | undefined = at instanceof Map ? at.get(String(step)) : (at as Node[])[Number(step)]
    const value: Node =
      next === undefined ? text : known !== undefined && typeof known !== 'string' ? known : emptyFor(next)
    if (at instanceof Map) at.set(String(step), value)
    else (at as Node[])[Number(step)] = value // A text has no children.
    at = value
  }
}

function emptyFor(step: string | number): Node {
  return typeof step === 'number' ? [] : new Map<string, Node>()
}

function typeOf(node: Node, depth: number): string {
  if (typeof node === 'string') return literal(node)
  const indent = '  '.repeat(depth + 1)
  const end = `\n${'  '.repeat(depth)}`
  if (node instanceof Map) {
    if (node.size === 0) return '{}'
    const members = [...node].map(
      ([name, value]) => `${indent}${literal(name)}: ${typeOf(value, depth + 1)};`,
    )
    return `{\n${members.join('\n')}${end}}`
  }
  const items = Array.from(
    node,
    (item) => `${indent}${item === undefined ? 'unknown' : typeOf(item, depth + 1)},`,
  )
  return `[\n${items.join('\n')}${end}]`
}

/** Returns a TypeScript string literal. */
function literal(text: string): string {
  return JSON.stringify(text)
}

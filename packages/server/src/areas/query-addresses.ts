import { type Issue, PLURAL_KINDS, type Query, type QueryTerm } from '@dragoman/core'
import { keyByIdentity, listFiles, listNamespaces, type Reader } from '@dragoman/store'

/** `readsFiles`: whether the path of a file is an address. */
type AddressScope = { readonly projectId: number; readonly readsFiles: boolean }

/**
 * Replaces pasted addresses in a query by what they lead to: `ns:key` and `ns.key`, as keys are shown and
 * written in code, the path of a file, a delivered URL. What leads nowhere stays text. Issues about tokens
 * that were addresses are dropped.
 */
export async function withAddresses(
  r: Reader,
  scope: AddressScope,
  line: string,
  query: Query,
): Promise<Query> {
  const texts = query.terms.filter(
    (term) => term.kind === 'text' && !term.isNegated && term.match === 'contains',
  )
  if (texts.length === 0 || !/[:./]/.test(line)) return query
  const known = await addressBook(r, scope)
  // A key can contain spaces, so the whole line is tried first.
  const whole = await known.find(line.trim(), 'exact')
  if (whole !== null && texts.length === query.terms.length) return { terms: whole, issues: [] }
  const terms: QueryTerm[] = []
  const found = new Set<string>()
  for (const term of query.terms) {
    const target =
      term.kind === 'text' && texts.includes(term) ? await known.find(unquoteValue(term.text), 'near') : null
    if (target === null) terms.push(term)
    else {
      terms.push(...target)
      if (term.kind === 'text') found.add(unquoteValue(term.text))
    }
  }
  return { terms, issues: query.issues.filter((issue) => !found.has(tokenOf(issue))) }
}

/** `near`: a part of the key is enough if its namespace is named before a colon. */
type Match = 'exact' | 'near'

async function addressBook(r: Reader, { projectId, readsFiles }: AddressScope) {
  const namespaces = new Set((await listNamespaces(r, projectId)).map((row) => row.name))

  async function keyTerms(namespace: string, name: string, match: Match): Promise<QueryTerm[] | null> {
    const shown = name.replaceAll(' \u203a ', '\u0004')
    const base = shown.replace(/_(?:zero|one|two|few|many|other|plural)$/, '')
    for (const candidate of new Set([name, shown, base])) {
      for (const plural of PLURAL_KINDS) {
        const key = await keyByIdentity(r, projectId, { namespace, name: candidate, plural })
        if (key !== null)
          return [namespaceTerm(namespace), { kind: 'key', pattern: key.name, isNegated: false }]
      }
    }
    if (match === 'exact') return null
    return [namespaceTerm(namespace), { kind: 'key', pattern: `*${shown}*`, isNegated: false }]
  }

  async function findKey(text: string, match: Match): Promise<QueryTerm[] | null> {
    const colon = text.indexOf(':')
    if (colon > 0 && namespaces.has(text.slice(0, colon))) {
      const name = text.slice(colon + 1)
      return name === '' ? [namespaceTerm(text.slice(0, colon))] : keyTerms(text.slice(0, colon), name, match)
    }
    for (let dot = text.indexOf('.'); dot !== -1; dot = text.indexOf('.', dot + 1)) {
      if (!namespaces.has(text.slice(0, dot))) continue
      const found = await keyTerms(text.slice(0, dot), text.slice(dot + 1), 'exact')
      if (found !== null) return found
    }
    return null
  }

  async function findFile(text: string): Promise<QueryTerm[] | null> {
    const delivered = deliveredNamespace(text)
    if (delivered !== null) return namespaces.has(delivered) ? [namespaceTerm(delivered)] : null
    if (!readsFiles || !/[/\\]|\.[a-z]{2,12}$/i.test(text)) return null
    const path = text.replaceAll('\\', '/').replace(/^\.\//, '')
    const files = await listFiles(r, { projectId })
    const fitting = files.filter(
      (file) => file.path === path || file.path.endsWith(`/${path}`) || path.endsWith(`/${file.path}`),
    )
    const names = [...new Set(fitting.map((file) => file.namespace))].filter((name) => namespaces.has(name))
    return names.length === 0 ? null : names.map(namespaceTerm)
  }

  return {
    find: async (text: string, match: Match): Promise<QueryTerm[] | null> =>
      (await findKey(text, match)) ?? (await findFile(text)),
  }
}

/**
 * Returns the namespace in the URL of a delivered file, with or without its origin:
 * `…/locales/{lng}/{ns}.json`, `…/files/{lng}/{ns}.{hash}.json`.
 */
function deliveredNamespace(text: string): string | null {
  const [path = ''] = text.split(/[?#]/)
  const live = /\/d\/[^/]+\/[^/]+\/locales\/[^/]+\/(.+)\.json$/.exec(path)?.[1]
  const name = live ?? /\/d\/[^/]+\/files\/[^/]+\/(.+)\.[0-9a-f]+\.json$/.exec(path)?.[1]
  if (name === undefined) return null
  try {
    return decodeURIComponent(name)
  } catch {
    return name // a literal percent sign
  }
}

function namespaceTerm(pattern: string): QueryTerm {
  return { kind: 'namespace', pattern, isNegated: false }
}

function unquoteValue(text: string): string {
  return text.replace(
    /^([^:"]+:)"((?:[^"\\]|\\.)*)"?$/,
    (_whole, prefix: string, value: string) => prefix + value.replace(/\\(.)/g, '$1'),
  )
}

function tokenOf({ params }: Issue): string {
  return `${params?.name ?? ''}:${params?.value ?? ''}`
}

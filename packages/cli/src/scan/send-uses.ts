import { api, type CodeUsesBody } from '@dragoman/contract'
import { type CodeUse, LIMITS } from '@dragoman/core'
import { repositoryPaths } from '../check/repository-path.ts'
import type { Connection } from '../server/connect.ts'
import { CommandError, type Terminal } from '../terminal.ts'
import type { LocaleComparison } from './compare-with-locales.ts'
import { commitOf, permalinkFor } from './repository-links.ts'
import type { CodeScan } from './scan-code.ts'

/** No one needs more places of one key than this. */
const PLACES_OF_KEY = 20

export type SendRequest = {
  readonly scan: CodeScan
  readonly locales: LocaleComparison | null
  readonly connection: Connection
  readonly project: string
  /** URL template of a line; null: derived from the repository. */
  readonly permalink: string | null
}

/** Sends the uses in the code of this commit to a server and returns its reply. Throws CommandError. */
export async function sendUses(
  { scan, locales, connection, project, permalink }: SendRequest,
  { env }: Terminal,
) {
  const uses = limited([...scan.uses, ...mentionedKeys(scan, locales)])
  if (uses.length > LIMITS.codeUsesMax)
    throw new CommandError(
      `The code has ${uses.length} places that use a key; a server accepts ${LIMITS.codeUsesMax}. Choose a smaller folder.`,
    )
  const { defaultNamespaces, fallbackNamespaces } = scan.settings
  const body: CodeUsesBody = {
    revision: await commitOf(scan.folder, env),
    permalink: permalink ?? (await permalinkFor(scan.folder, env)),
    defaultNamespaces: namespacesToSend(defaultNamespaces),
    fallbackNamespaces: shortened(fallbackNamespaces.slice(0, LIMITS.codeNamespacesMax)),
    filesRead: scan.files,
    files: filesOf(uses, repositoryPaths(scan.folder)),
  }
  return connection.call(api.codeUses.replace, { params: { project }, body })
}

/** Returns the texts that are keys. All other text of an app is private and not sent. */
function mentionedKeys({ mentions }: CodeScan, locales: LocaleComparison | null): readonly CodeUse[] {
  if (locales === null) return []
  return mentions.filter(({ key }) => locales.names.has(key) || locales.beginnings.has(key))
}

function limited(uses: readonly CodeUse[]): readonly CodeUse[] {
  const counts = new Map<string, number>()
  return uses.filter(({ kind, key, namespaces, path }) => {
    const id = JSON.stringify([kind, key, namespaces])
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return count <= PLACES_OF_KEY && key.length <= LIMITS.keyNameMax && path.length <= LIMITS.codePathMax
  })
}

function filesOf(uses: readonly CodeUse[], place: (path: string) => string): CodeUsesBody['files'] {
  const files = new Map<string, CodeUsesBody['files'][number]['uses']>()
  for (const { path, namespaces, ...use } of uses) {
    const known = files.get(path) ?? []
    known.push({ ...use, namespaces: namespacesToSend(namespaces) })
    files.set(path, known)
  }
  return [...files].map(([path, found]) => ({ path: place(path), uses: found }))
}

/** Returns namespaces as a server accepts them; null: any, also if there are too many. */
function namespacesToSend(names: readonly string[] | null): string[] | null {
  return names === null || names.length > LIMITS.codeNamespacesMax ? null : shortened(names)
}

/** A name that is too long is no namespace of a project, and neither is its start. */
function shortened(names: readonly string[]): string[] {
  return names.map((name) => name.slice(0, LIMITS.codeNamespaceMax))
}

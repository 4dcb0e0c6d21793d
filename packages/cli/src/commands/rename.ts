import { api, isFailure } from '@dragoman/contract'
import { count } from '../count.ts'
import { listOf } from '../list-of.ts'
import { nearest } from '../nearest.ts'
import { oneLine } from '../one-line.ts'
import { type CodeRenaming, type LeftUse, renameInCode } from '../rename/rename-in-code.ts'
import {
  hasEmptyPart,
  isNested,
  namesDone,
  namespacesWith,
  type RenamedNamespace,
  type Renaming,
  renameInFiles,
} from '../rename/rename-in-files.ts'
import {
  planOnServer,
  renameInState,
  renameOnServer,
  type ServerRenaming,
} from '../rename/rename-on-server.ts'
import { writeRenamed } from '../rename/write-renamed.ts'
import { namesNamespace } from '../scan/found-use.ts'
import { type Connection, connect } from '../server/connect.ts'
import { noProject } from '../server/no-project.ts'
import { followMoved } from '../sync/follow-moved.ts'
import { type FileSet, type Repository, readRepository } from '../sync/local-files.ts'
import { type OpenedState, openSyncState, type SyncState, stateForProject } from '../sync/sync-state.ts'
import { CommandError, type Terminal, UsageError } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

/**
 * `dragoman rename KEY NEW-KEY`: shows the changes in the locale files, with `--code` in the code and with
 * `--send` on a server. `--write` applies them: first on the server, then in the files, one by one. If interrupted and
 * run again, it continues with everything that still has the old name.
 */
export async function rename(args: readonly string[], terminal: Terminal): Promise<number> {
  const { print } = terminal
  const { words, options } = readArgumentsOf('rename', args)
  const [from, to] = words
  if (from === undefined || to === undefined)
    throw new UsageError('Which key, and what is its new name? dragoman rename cart.title cart.heading')
  const sends = options.has('--send')
  if (!sends && (options.has('--server') || options.has('--project')))
    throw new UsageError('--server and --project are for --send, which renames the key on the server too.')
  if (!sends && options.has('--no-alias'))
    throw new UsageError('--no-alias is for --send: files have no aliases.')
  const { renaming, namespace: asked } = renamingOf(from, to)
  const repository = await readRepository(options.get('--folder') ?? '.')
  const codeFolder = options.get('--code')
  const found = findKey(repository, renaming, { asked, continues: sends || codeFolder !== undefined })
  const { set, namespace, isInFiles } = found
  if (hasEmptyPart(renaming.to) && isNested(set, namespace)) throw notAKey(to)
  const renamed = isInFiles
    ? renameInFiles(set, namespace, renaming)
    : { namespace, names: new Map<string, string>(), files: [] }
  const remote = sends ? await planRemote(repository, { ...found, renaming }, { options, terminal }) : null
  const done = namesDone(set, namespace, renaming)
  const names = new Map([...done, ...renamed.names, ...(remote?.there.names ?? [])])
  const code =
    codeFolder === undefined
      ? null
      : await renameInCode({
          folder: codeFolder,
          functions: listOf(options.get('--functions')),
          namespace,
          names,
        })
  if (renamed.names.size + (remote?.there.names.size ?? 0) + (code?.files.length ?? 0) === 0)
    throw new CommandError(unknownKey([set], renaming))
  const isWritten = options.has('--write')
  if (isWritten) {
    if (remote !== null) await renameOnServer(remote.connection, remote.there)
    await writeRenamed(repository.root, renamed, code)
    if (remote !== null)
      await renameInState(await stateOf(remote, repository.root, set), { set, namespace }, names)
  } else for (const line of [...diffOfRemote(remote), ...diffOf(renamed, code)]) print(line)
  print(summaryOf(renamed, { code, remote, isWritten }))
  for (const use of code?.left ?? [])
    print(oneLine(`${use.path}:${use.line}:${use.column}: check by hand: ${reasonOf(use)}`))
  for (const { path, line, column, key } of code?.notUtf8 ?? [])
    print(oneLine(`${path}:${line}:${column}: rename by hand: ${key} is in a file that is not UTF-8`))
  return 0
}

function reasonOf({ reason, key }: LeftUse): string {
  switch (reason) {
    case 'dynamic':
      return `${key}… is dynamic`
    case 'parts':
      return `${key} is built from parts`
    case 'escaping':
      return `the new name of ${key} has to be escaped there`
    default:
      return reason satisfies never
  }
}

type Remote = {
  readonly connection: Connection
  readonly there: ServerRenaming
  readonly state: OpenedState
  /** Absent: an earlier server does not send it. */
  readonly identity: string | undefined
}

async function planRemote(
  { root, server }: Repository,
  { set, namespace, project: named, renaming }: FoundKey & { readonly renaming: Renaming },
  { options, terminal }: { readonly options: ReadonlyMap<string, string>; readonly terminal: Terminal },
): Promise<Remote> {
  const project = options.get('--project') ?? named
  if (project === null)
    throw new UsageError(
      'Which project on the server? Set it with --project shop or "project" in dragoman.json.',
    )
  const connection = await connect(terminal, { option: options.get('--server'), configured: server })
  const keepOldName = !options.has('--no-alias')
  const place = { connection, project, namespace, format: set.format, keepOldName }
  try {
    const there = await planOnServer(place, renaming)
    const { identity } = await connection.call(api.texts.state, { params: { project } })
    return { connection, there, state: openSyncState(root, connection.server, project), identity }
  } catch (error) {
    throw isFailure(error, 'not-found') ? await noProject(connection, project) : error
  }
}

/** Returns the state of the project, also if it had another URL name in the last run, or its files other paths. */
async function stateOf({ state, identity }: Remote, root: string, set: FileSet): Promise<SyncState> {
  if (identity !== undefined) await state.follow(identity, false)
  return followMoved({ root, sets: [set], state: stateForProject(state, identity) })
}

function diffOfRemote(remote: Remote | null): string[] {
  if (remote === null || remote.there.names.size === 0) return []
  const { there, connection } = remote
  return [
    `${there.project} on ${connection.server}`,
    ...[...there.names].map(([from, to]) => oneLine(`  ${there.namespace}: ${from} → ${to}`)),
  ]
}

function renamingOf(
  from: string,
  to: string,
): { readonly renaming: Renaming; readonly namespace: string | null } {
  const [old, name] = [split(from), split(to)]
  if (name.namespace !== null && name.namespace !== old.namespace)
    throw new UsageError(
      'A key stays in its namespace: both names must have the same namespace, or the second none.',
    )
  const below = old.key.endsWith('.*')
  if (below !== name.key.endsWith('.*'))
    throw new UsageError("With .* all keys below are renamed, so both names need it: 'cart.*' 'checkout.*'.")
  const cut = (key: string) => (below ? key.slice(0, -2) : key)
  const renaming = { from: cut(old.key), to: cut(name.key), below }
  if (renaming.from === renaming.to) throw new UsageError('Both names are the same.')
  if (renaming.to === '') throw notAKey(to)
  return { renaming, namespace: old.namespace }
}

function notAKey(name: string): UsageError {
  return new UsageError(`"${name}" is not a valid key: a part before or after a dot is empty.`)
}

function split(text: string): { readonly namespace: string | null; readonly key: string } {
  const cut = text.indexOf(':')
  const [namespace, key] = [text.slice(0, Math.max(cut, 0)), text.slice(cut + 1)]
  return namesNamespace(namespace, key) ? { namespace, key } : { namespace: null, key: text }
}

type FoundKey = {
  readonly set: FileSet
  readonly namespace: string
  /** From dragoman.json. */
  readonly project: string | null
  /** False: the files already have the new name, and only the server or the code can still have the old one. */
  readonly isInFiles: boolean
}

function findKey(
  { sets }: Repository,
  renaming: Renaming,
  { asked, continues }: { readonly asked: string | null; readonly continues: boolean },
): FoundKey {
  const all = [...sets].flatMap(([project, own]) => own.map((set) => ({ project, set })))
  const found = (wanted: Renaming, isInFiles: boolean) =>
    all.flatMap(({ project, set }) =>
      namespacesWith(set, wanted).flatMap((namespace): FoundKey[] =>
        asked === null || namespace === asked ? [{ set, namespace, project, isInFiles }] : [],
      ),
    )
  const here = found(renaming, true)
  const wanted =
    here.length > 0 || !continues ? here : found({ ...renaming, from: renaming.to, to: renaming.from }, false)
  const [only, another] = wanted
  if (only === undefined)
    throw new CommandError(
      unknownKey(
        all.map(({ set }) => set),
        renaming,
      ),
    )
  if (another !== undefined)
    throw new UsageError(
      `${only.isInFiles ? renaming.from : renaming.to} is in ${wanted.map(({ namespace }) => namespace).join(' and ')}. Name one: ${only.namespace}:${renaming.from}.`,
    )
  return only
}

function unknownKey(sets: readonly FileSet[], { from, below }: Renaming): string {
  const names = sets.flatMap(({ files }) =>
    files.flatMap(({ parts }) => parts.flatMap(({ document }) => [...document.entries.keys()])),
  )
  const close = below ? null : nearest(from, [...new Set(names)])
  const hint = close === null ? '' : ` Did you mean ${oneLine(close)}?`
  return below ? `There is no key below ${from}.` : `There is no key ${from} in the locale files.${hint}`
}

function diffOf({ files }: RenamedNamespace, code: CodeRenaming | null): string[] {
  return [
    ...files.flatMap(({ path, entries }) => [
      oneLine(path),
      ...entries.map(({ line, from, to }) => oneLine(`  ${line}: ${from} → ${to}`)),
    ]),
    ...(code?.files ?? []).flatMap(({ path, lines }) => [
      oneLine(path),
      ...lines.flatMap(({ line, from, to }) => [`  ${line}: - ${from}`, `  ${line}: + ${to}`]),
    ]),
  ]
}

function summaryOf(
  { names, files }: RenamedNamespace,
  {
    code,
    remote,
    isWritten,
  }: { readonly code: CodeRenaming | null; readonly remote: Remote | null; readonly isWritten: boolean },
): string {
  const places = (code?.files ?? []).reduce((sum, { lines }) => sum + lines.length, 0)
  const inCode = code === null ? '' : ` and ${count(places, 'line')} of code`
  const here = `${count(names.size, 'key')} in ${count(files.length, 'file')}${inCode}`
  const there =
    remote === null
      ? ''
      : `, and ${count(remote.there.names.size, 'key')} of ${remote.there.project} on ${remote.connection.server}`
  return isWritten
    ? `Renamed ${here}${there}.`
    : `${here}${there} to rename. Nothing was changed: use --write to make the change.`
}

import { api, isFailure } from '@dragoman/contract'
import { parseTag } from '@dragoman/core'
import { oneLine } from '../one-line.ts'
import { type Connection, connect } from '../server/connect.ts'
import { type FileSet, type Repository, readRepository } from '../sync/local-files.ts'
import { type ReportedOutcome, runSync, type SyncOutcome } from '../sync/run-sync.ts'
import { syncJson } from '../sync/sync-json.ts'
import { syncReport } from '../sync/sync-report.ts'
import { forgetSyncState, openSyncState } from '../sync/sync-state.ts'
import { CommandError, type Terminal, UsageError } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

/** Exit code if the files and the server both changed a text: a person has to decide. */
const CONFLICTS = 3

/** `dragoman push [FOLDER]`: sends changes in the files to the server. */
export function push(args: readonly string[], terminal: Terminal): Promise<number> {
  return synced('push', args, terminal)
}

/** `dragoman pull [FOLDER]`: writes changes on the server to the files. */
export function pull(args: readonly string[], terminal: Terminal): Promise<number> {
  return synced('pull', args, terminal)
}

/**
 * `dragoman sync [FOLDER]`: pushes and pulls. Exits with 3 on conflicts, and with 1 if something was refused.
 */
export function sync(args: readonly string[], terminal: Terminal): Promise<number> {
  return synced('sync', args, terminal)
}

type Command = 'push' | 'pull' | 'sync'
type Options = ReadonlyMap<string, string>

async function synced(command: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  const { words, options } = readArgumentsOf(command, args)
  const prefer = preferenceOf(options)
  const languages = languagesOf(options)
  const namespaces = listOf(options, '--namespace')
  const repository = await readRepository(words[0] ?? '.', { createsFiles: command !== 'push' })
  if (repository.unlisted.length > 0)
    terminal.complain(
      `Left out: ${repository.unlisted.map(oneLine).join(', ')}. "dragoman init --all" writes a dragoman.json with all that have the same source language.`,
    )
  const connection = await connect(terminal, {
    option: options.get('--server'),
    configured: repository.server,
  })
  const isDry = options.has('--dry-run')
  const { server } = connection
  const projects = projectsOf(repository, options.get('--project'))
  const outcomes = new Map<string, ReportedOutcome>()
  const creates = options.has('--create')
  try {
    for (const [project, sets] of projects) {
      // The files of a name that is deleted are gone.
      if (!options.has('--delete')) requireKnown(sets, { languages, namespaces, command })
      const isNew = creates && !(await hasProject(connection, project))
      if (isNew && !isDry && (await createProject(connection, project, sets)))
        await forgetSyncState(repository.root, server, project)
      const outcome = await runSync({
        root: repository.root,
        sets,
        connection,
        project,
        state: openSyncState(repository.root, server, project),
        sends: command !== 'pull',
        writes: command !== 'push',
        languages,
        namespaces,
        prefer,
        deletes: options.has('--delete'),
        creates,
        isAbsent: isNew && isDry,
        isDry,
      })
      outcomes.set(project, { ...outcome, isNew })
      if (!options.has('--json'))
        terminal.print(syncReport({ ...outcome, isNew }, { command, project, server, prefer, isDry }))
    }
  } finally {
    // Printed even if a later project failed, because the earlier ones are done.
    if (options.has('--json')) terminal.print(syncJson(outcomes, { command, server, isDry }))
  }
  return exitCodeOf([...outcomes.values()])
}

function exitCodeOf(outcomes: readonly SyncOutcome[]): number {
  if (outcomes.some(({ namespaces }) => namespaces.some(({ plan }) => plan.conflicts.length > 0)))
    return CONFLICTS
  return outcomes.some(({ refused, tooLong }) => refused.length + tooLong.length > 0) ? 1 : 0
}

function preferenceOf(options: Options): 'local' | 'server' | null {
  const text = options.get('--prefer')
  if (text === undefined || text === 'local' || text === 'server') return text ?? null
  throw new UsageError(`--prefer is "${text}". It must be local or server: the text to keep in a conflict.`)
}

function listOf(options: Options, name: string): ReadonlySet<string> | null {
  const text = options.get(name)
  if (text === undefined) return null
  return new Set(text.split(',').map((part) => part.trim()))
}

function languagesOf(options: Options): ReadonlySet<string> | null {
  const asked = listOf(options, '--language')
  if (asked === null) return null
  return new Set(
    [...asked].map((text) => {
      const parsed = parseTag(text)
      if (parsed.ok) return parsed.tag
      throw new UsageError(`--language is "${text}". It must be language codes such as de or pt-BR,fr.`)
    }),
  )
}

/** Returns the projects by name; `--project` names the one of files without a project. */
function projectsOf(
  { sets }: Repository,
  option: string | undefined,
): ReadonlyMap<string, readonly FileSet[]> {
  const [alone] = sets.keys()
  if (option !== undefined && sets.size > 1) {
    const own = sets.get(option) ?? sets.get(null)
    if (own === undefined)
      throw new UsageError(`dragoman.json has no project "${option}". It has ${[...sets.keys()].join(', ')}.`)
    return new Map([[option, own]])
  }
  if (option !== undefined && alone !== undefined) return new Map([[option, sets.get(alone) ?? []]])
  const named = new Map<string, readonly FileSet[]>()
  for (const [project, own] of sets) {
    if (project === null)
      throw new UsageError(
        'Which project on the server? Set it with --project shop or "project" in dragoman.json; dragoman init creates that file.',
      )
    named.set(project, own)
  }
  return named
}

type Narrowed = {
  readonly languages: ReadonlySet<string> | null
  readonly namespaces: ReadonlySet<string> | null
  readonly command: Command
}

/**
 * Throws UsageError for a name that does not exist. When files are written, the server can have more names.
 */
function requireKnown(sets: readonly FileSet[], { languages, namespaces, command }: Narrowed): void {
  if (command !== 'push') return
  const parts = sets.flatMap(({ files }) => files.flatMap((file) => file.parts))
  for (const language of languages ?? [])
    if (!parts.some((part) => part.language === language))
      throw new UsageError(`There is no file for ${language}. Languages: ${listed(parts, 'language')}.`)
  for (const namespace of namespaces ?? [])
    if (!parts.some((part) => part.namespace === namespace))
      throw new UsageError(`There is no namespace "${namespace}". Namespaces: ${listed(parts, 'namespace')}.`)
}

function listed<K extends string>(parts: readonly { readonly [P in K]: string }[], field: K): string {
  return [...new Set(parts.map((part) => part[field]))].sort().join(', ')
}

async function hasProject({ call }: Connection, project: string): Promise<boolean> {
  try {
    await call(api.projects.get, { params: { project } })
    return true
  } catch (error) {
    if (isFailure(error, 'not-found')) return false
    throw error
  }
}

/** Creates the project; false: it exists already. Throws CommandError if the token does not permit it. */
async function createProject(
  { call, server }: Connection,
  slug: string,
  sets: readonly FileSet[],
): Promise<boolean> {
  const sourceLanguage = sets[0]?.sourceLanguage ?? 'en'
  try {
    await call(api.projects.create, { body: { slug, name: slug, sourceLanguage } })
    return true
  } catch (error) {
    if (isFailure(error, 'already-exists')) return false
    if (isFailure(error, 'not-allowed'))
      throw new CommandError(
        `This token does not allow creating the project "${slug}" on ${server}: that takes a token with the scope "admin" of an owner of the server. Ask an owner to create the project. (not-allowed)`,
      )
    throw error
  }
}

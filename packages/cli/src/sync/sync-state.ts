import { createHash } from 'node:crypto'
import { lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Document, Entry, Format } from '@dragoman/formats'
import { CommandError } from '../terminal.ts'
import { findStateFolder, objectIn, swapFolders } from './find-state.ts'
import { cannotBeWritten } from './write-file-inside.ts'

/** The state that both sides last agreed on in one part of a file. */
export type PartState = {
  readonly language: string
  readonly namespace: string
  /** The mark of the texts on the server if both sides agreed on all of them; null: check again. */
  readonly mark: string | null
  readonly entries: readonly AgreedEntry[]
  /** The server no longer has the language: if it has it again, both sides have agreed on nothing. */
  readonly isLeft?: true
  /** The operation on the server that had added the language. */
  readonly added?: number
}

/** The fields of an entry that a merge needs. */
export type AgreedEntry = Pick<Entry, 'name' | 'path' | 'text' | 'unit' | 'state' | 'comment'> & {
  /** Null: no limit. Absent: stored by a version that did not need it. */
  readonly maxLength?: number | null
}

/** A file as of its last comparison with the server. */
export type FileState = {
  /** The project that it was compared with; absent if the server or the program did not know it yet. */
  readonly identity?: string
  /** Its origin; absent if it was stored by a version that did not need it. */
  readonly server?: string
  readonly hash: string
  readonly parts: readonly PartState[]
  /**
   * The texts of the file when an unfinished run started to send them; those on the server were sent by that
   * run.
   */
  readonly sending?: readonly PartState[]
}

const FOLDER = '.dragoman'
const VERSION = 1

export type SyncState = {
  /** Null: never compared, or written by a version with another format. */
  readonly read: (path: string) => Promise<FileState | null>
  /** Returns the paths of all files that were ever compared, without those given. */
  readonly pathsExcept: (known: ReadonlySet<string>) => Promise<readonly string[]>
  /** Atomic, even if the program is killed. */
  readonly write: (path: string, state: FileState) => Promise<void>
  readonly remove: (path: string) => Promise<void>
}

/** The state under the URL name of a project, before the server has been asked which project that is. */
export type OpenedState = SyncState & {
  /** Uses the state that the project has under its former URL name, if any; a dry run does not move it. */
  readonly follow: (identity: string, isDry: boolean) => Promise<void>
}

/**
 * Opens the state of the files of a repository with respect to one project of one server: a small file for
 * each in `.dragoman`, which Git ignores.
 */
export function openSyncState(root: string, server: string, project: string): OpenedState {
  const named = folderOf(root, server, project)
  let folder = named
  const fileOf = (path: string) => join(folder, `${digest(path)}.json`)
  return {
    async read(path) {
      const text = await readFile(fileOf(path), 'utf8').catch(() => null) // Never compared.
      return text === null ? null : parsed(text, path)
    },
    async pathsExcept(known) {
      const names = new Set([...known].map((path) => basename(fileOf(path))))
      const paths: string[] = []
      for (const name of await readdir(folder).catch(() => [])) {
        if (!name.endsWith('.json') || names.has(name)) continue
        const path = pathIn(await readFile(join(folder, name), 'utf8').catch(() => ''))
        if (path !== null && name === basename(fileOf(path))) paths.push(path)
      }
      return paths.sort()
    },
    async write(path, state) {
      await refuseLink(join(root, FOLDER))
      try {
        await mkdir(folder, { recursive: true })
        await ignoreInGit(join(root, FOLDER))
        const whole = { ...state, version: VERSION, path, server }
        await replaceWhole(fileOf(path), `${JSON.stringify(whole)}\n`)
      } catch (error) {
        throw cannotBeWritten(join(root, FOLDER), error)
      }
    },
    async remove(path) {
      await refuseLink(join(root, FOLDER))
      await rm(fileOf(path), { force: true })
    },
    async follow(identity, isDry) {
      await refuseLink(join(root, FOLDER))
      const found = await findStateFolder(join(root, FOLDER), named, { server, identity })
      if (found === named) return
      if (isDry) folder = found
      else
        await swapFolders(found, named).catch((error: unknown) => {
          throw cannotBeWritten(join(root, FOLDER), error)
        })
    },
  }
}

/** The state of a project that a dry run would create. */
export const NOTHING_AGREED: SyncState = {
  read: async () => null,
  pathsExcept: async () => [],
  write: async () => undefined,
  remove: async () => undefined,
}

/** Forgets the states of a project that had the name of a new one. */
export async function forgetSyncState(root: string, server: string, project: string): Promise<void> {
  await refuseLink(join(root, FOLDER))
  await rm(folderOf(root, server, project), { recursive: true, force: true })
}

/**
 * Returns the state with respect to the project that the server has now under the name. With the one of before, which
 * was deleted or lost its later texts in a restore, other things were agreed: they must remove nothing from the files.
 */
export function stateForProject(state: SyncState, identity: string | undefined): SyncState {
  return {
    async read(path) {
      const found = await state.read(path)
      const before = found?.identity
      const isAnother = before !== undefined && identity !== undefined && before !== identity
      return isAnother ? null : found
    },
    pathsExcept: state.pathsExcept,
    remove: state.remove,
    write: (path, written) =>
      state.write(path, { ...written, ...(identity === undefined ? {} : { identity }) }),
  }
}

/**
 * Returns the state with respect to the languages that the server has now, each with the operation that added it: one
 * that was removed and added again since the last run counts as left, so that its new, empty texts remove nothing.
 */
export function stateForLanguages(state: SyncState, added: ReadonlyMap<string, number>): SyncState {
  return {
    async read(path) {
      const found = await state.read(path)
      const parts = found?.parts.map((part): PartState => {
        const now = added.get(part.language)
        const isAnother = part.added !== undefined && now !== undefined && part.added !== now
        return isAnother ? { ...part, isLeft: true } : part
      })
      return found && { ...found, parts: parts ?? [] }
    },
    pathsExcept: state.pathsExcept,
    remove: state.remove,
    write: (path, { parts, ...rest }) =>
      state.write(path, {
        ...rest,
        parts: parts.map((part): PartState => {
          const now = added.get(part.language)
          return part.isLeft || now === undefined ? part : { ...part, added: now }
        }),
      }),
  }
}

/** Returns the state as a document for the merge, with entries only. */
export function documentOfState({ entries }: PartState, format: Format): Document {
  return {
    format: format.id,
    text: '',
    encoding: { charset: 'utf-8', bom: false },
    issues: [],
    entries: new Map(
      entries.map(({ maxLength, ...entry }) => [
        entry.name,
        { ...entry, ...(maxLength == null ? {} : { maxLength }), span: { start: 0, end: 0 } },
      ]),
    ),
  }
}

function folderOf(root: string, server: string, project: string): string {
  return join(root, FOLDER, digest(`${server}\n${project}`))
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** A foreign repository must not decide where we write. */
async function refuseLink(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => null) // It does not exist the first time.
  if (found !== null && !found.isDirectory())
    throw new CommandError(
      `${folder} must be a folder, not a link to one: the state of the last sync is stored there.`,
    )
}

async function ignoreInGit(folder: string): Promise<void> {
  // It usually exists already.
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {})
}

async function replaceWhole(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}`
  const handle = await open(beside, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(beside, file)
}

/**
 * A state that was edited or written by an older version counts as never compared, so no text is considered
 * agreed.
 */
function parsed(text: string, path: string): FileState | null {
  const value = objectIn(text)
  return isState(value, path) ? value : null
}

/** Returns the path that a stored state is for; null if it is none. */
function pathIn(text: string): string | null {
  const path = objectIn(text)?.path
  return typeof path === 'string' ? path : null
}

function isState(value: unknown, path: string): value is FileState {
  if (typeof value !== 'object' || value === null) return false
  if (!('version' in value) || value.version !== VERSION || !('path' in value) || value.path !== path)
    return false
  if ('identity' in value && typeof value.identity !== 'string') return false
  if ('sending' in value && !Array.isArray(value.sending)) return false
  return 'hash' in value && typeof value.hash === 'string' && 'parts' in value && Array.isArray(value.parts)
}

import { readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type CodeSettings, type CodeUse, nestedKeys } from '@dragoman/core'
import { CommandError } from '../terminal.ts'
import { codeSettings, type FoundSettings, finishUse, joinSettings, namedUse } from './found-use.ts'
import { listCodeFiles } from './list-code-files.ts'
import { type CodeProblem, type ReadCode, readCode } from './read-code.ts'
import { TRANSLATE_NAMES } from './translators.ts'

export type CodeScan = {
  /** The real path of the folder to which all paths are relative. */
  readonly folder: string
  readonly files: number
  /** Excludes mentions; sorted by path and position. */
  readonly uses: readonly CodeUse[]
  /** Texts that can be keys, without duplicates. */
  readonly mentions: readonly CodeUse[]
  readonly settings: CodeSettings
  readonly problems: readonly (CodeProblem & { readonly path: string })[]
}

/** Files written by hand are smaller. */
const FILE_MAX = 2 * 1024 * 1024

/**
 * Scans the code below a folder for the keys it uses. `names` are functions that return texts in addition to
 * the usual ones. Throws CommandError if there is no such folder.
 */
export async function scanCode(
  text: string,
  { names = [] }: { readonly names?: readonly string[] } = {},
): Promise<CodeScan> {
  const folder = await codeFolder(text)
  return scanFiles(await listCodeFiles(folder), {
    folder,
    names,
    read: (path) => readFile(join(folder, path)).catch(() => null), // The file is gone or not readable.
  })
}

export type ScanRequest = {
  readonly folder: string
  readonly names: readonly string[]
  /** Null if the file cannot be read. */
  readonly read: (path: string) => Promise<Uint8Array | null>
}

/** Scans the given files, regardless of where their bytes come from. */
export async function scanFiles(
  paths: readonly string[],
  { folder, names, read: bytesOf }: ScanRequest,
): Promise<CodeScan> {
  const known = new Set([...TRANSLATE_NAMES, ...names])
  const read: ReadFile[] = []
  for (const path of paths) {
    const bytes = await bytesOf(path)
    if (bytes !== null && bytes.length <= FILE_MAX)
      read.push({ path, ...readCode(path, Buffer.from(bytes).toString('utf8'), known) })
  }
  const settings = joinSettings(read.map((one) => one.settings))
  const uses = read.flatMap(({ path, uses: found }) =>
    found
      .map((use) => finishUse(use, { path, settings }))
      .sort((a, b) => a.line - b.line || a.column - b.column),
  )
  return {
    folder,
    files: read.length,
    uses: distinct([...uses, ...nestedUses(read, settings)]),
    mentions: mentionsOf(read),
    settings: codeSettings(settings),
    problems: read.flatMap(({ path, problems }) => problems.map((one) => ({ path, ...one }))),
  }
}

/** Removes duplicates: templates are read more than once, and two branches can contain the same key. */
function distinct(uses: readonly CodeUse[]): readonly CodeUse[] {
  const id = ({ path, line, column, kind, key, namespaces }: CodeUse) =>
    JSON.stringify([path, line, column, kind, key, namespaces])
  return [...new Map(uses.map((use) => [id(use), use])).values()]
}

type ReadFile = ReadCode & { readonly path: string }

/** Finds references such as `$t(name)`, which texts in code can contain like those in locale files. */
function nestedUses(read: readonly ReadFile[], settings: FoundSettings): readonly CodeUse[] {
  return read.flatMap(({ path, texts }) =>
    [...texts].flatMap(([text, place]) =>
      text.includes('$t(')
        ? nestedKeys(text).map((key) =>
            finishUse(namedUse(key, place, { hasContext: true }), { path, settings }),
          )
        : [],
    ),
  )
}

function mentionsOf(read: readonly ReadFile[]): readonly CodeUse[] {
  const mentions = new Map<string, CodeUse>()
  for (const { path, texts } of read)
    for (const [key, place] of texts)
      if (!mentions.has(key))
        mentions.set(key, {
          path,
          ...place,
          kind: 'mention',
          key,
          namespaces: null,
          hasContext: false,
          isOptional: true,
        })
  return [...mentions.values()]
}

/** Returns the real path of a code folder. Throws CommandError if there is none. */
export async function codeFolder(text: string): Promise<string> {
  const folder = await realpath(resolve(text)).catch(() => null)
  if (folder === null) throw new CommandError(`There is no folder ${text}.`)
  if (!(await stat(folder)).isDirectory())
    throw new CommandError(`${text} is a file. Give the folder of the code.`)
  return folder
}

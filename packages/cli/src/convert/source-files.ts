import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import {
  contentOfPath,
  type Document,
  type Format,
  formatById,
  isWhole,
  type LanguageDocument,
  languagesOfFile,
  lineColumnOf,
  matchFile,
  recogniseFile,
} from '@dragoman/formats'
import { readFileInside, readLocaleFile } from '@dragoman/server'
import { issueText } from '../check/issue-text.ts'
import { CommandError, UsageError } from '../terminal.ts'

export type SourceFile = {
  readonly path: string
  readonly format: Format
  readonly namespace: string
  /** The part of the path that is the language; empty if there is none. */
  readonly languageAsWritten: string
  readonly documents: readonly LanguageDocument[]
}

export type SourceOptions = {
  readonly format: string | null
  readonly language: string | null
  readonly sourceLanguage: string | null
}

/**
 * Reads a file, or all files of a pattern with `{lng}` or `{ns}`. Throws if there is none or one cannot be
 * used.
 */
export async function readSourceFiles(from: string, options: SourceOptions): Promise<readonly SourceFile[]> {
  const found = isPattern(from)
    ? await filesOfPattern(from)
    : [{ path: from, inside: null, ...contentOfPath(from), languageAsWritten: '' }]
  if (found.length === 0) throw new CommandError(`No file matches ${from}.`)
  const files: SourceFile[] = []
  for (const one of found)
    files.push(await readSource(one, { ...options, language: options.language ?? one.language }))
  return files
}

export function isPattern(path: string): boolean {
  return /\{[^{}]*(?:lng|language|ns)[^{}]*\}/.test(path)
}

type Found = {
  readonly path: string
  /** The searched folder, in which links are not followed. Null: the user named this file. */
  readonly inside: { readonly folder: string; readonly path: string } | null
  readonly language: string | null
  readonly languageAsWritten: string
  readonly namespace: string
}

async function filesOfPattern(pattern: string): Promise<readonly Found[]> {
  const normal = pattern.replaceAll(sep, '/')
  const fixed = normal.slice(0, normal.indexOf('{'))
  const folder = fixed.slice(0, fixed.lastIndexOf('/') + 1)
  const base = folder === '' ? '.' : folder
  if (!existsSync(base)) throw new CommandError(`${base} does not exist.`)
  const rest = normal.slice(folder.length)
  const found: Found[] = []
  for (const entry of await readdir(base, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name).replaceAll(sep, '/')
    const relative =
      folder === '' || !path.startsWith(folder.replace(/^\.\//, ''))
        ? path
        : path.slice(folder.replace(/^\.\//, '').length)
    const match = matchFile(rest, relative)
    if (match !== null) found.push({ path, inside: { folder: base, path: relative }, ...match })
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

async function readSource(
  { path, inside, namespace, languageAsWritten }: Found,
  { format: id, language, sourceLanguage }: SourceOptions,
): Promise<SourceFile> {
  const file = await (inside === null ? readLocaleFile(path) : readFileInside(inside.folder, inside.path))
  if (file.kind === 'missing') throw new CommandError(`${path} does not exist.`)
  if (file.kind === 'unreadable')
    throw new CommandError(`${path} cannot be read: ${file.code.replaceAll('-', ' ')}.`)
  const { bytes } = file
  const format = id === null ? (recogniseFile(path, bytes)[0]?.format ?? null) : formatById(id)
  if (format === null) throw new UsageError(`The format of ${path} is not known. Set it with --from-format.`)
  const documents = languagesOfFile(format, bytes, { language, sourceLanguage })
  if (documents.length === 0)
    throw new UsageError(`${path} does not contain its language. Set it with --language.`)
  for (const { document } of documents) requireWhole(path, document)
  return { path, format, namespace, languageAsWritten, documents }
}

function requireWhole(path: string, document: Document): void {
  if (isWhole(document)) return
  const issue = document.issues.find(({ severity }) => severity === 'error')
  const { line, column } = lineColumnOf(document.text, issue?.span.start ?? 0)
  const text = issueText({ code: issue?.code ?? 'unexpected-text', params: issue?.params ?? {} })
  throw new CommandError(`${path}:${line}:${column}  ${text} Nothing was converted.`)
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CodeUse } from '@dragoman/core'
import { append } from '@dragoman/core'
import { hashOf } from '@dragoman/server/sync'
import { scanCode } from '../scan/scan-code.ts'

export type RenamedCode = {
  readonly path: string
  readonly hash: string
  readonly bytes: Uint8Array
  readonly lines: readonly { readonly line: number; readonly from: string; readonly to: string }[]
}

/**
 * Why a use was not renamed: a dynamic key that can refer to one of the keys, a name built from parts, or a
 * new name with characters that have to be escaped in that string.
 */
export type LeftUse = CodeUse & { readonly reason: 'dynamic' | 'parts' | 'escaping' }

export type CodeRenaming = {
  readonly folder: string
  readonly files: readonly RenamedCode[]
  /** Uses that cannot be renamed automatically. */
  readonly left: readonly LeftUse[]
  /** Uses in files that are not UTF-8: written back as text, other bytes of them would be lost. */
  readonly notUtf8: readonly CodeUse[]
}

export type CodeRequest = {
  readonly folder: string
  readonly functions: readonly string[]
  readonly namespace: string
  readonly names: ReadonlyMap<string, string>
}

/**
 * Finds the calls that name a key exactly, and returns them with its new name; writes nothing. Throws
 * CommandError.
 */
export async function renameInCode({
  folder: text,
  functions,
  namespace,
  names,
}: CodeRequest): Promise<CodeRenaming> {
  const { folder, uses, settings } = await scanCode(text, { names: functions })
  const isHere = ({ namespaces }: CodeUse) => {
    const asked = namespaces === null || namespaces.length === 0 ? settings.defaultNamespaces : namespaces
    return asked === null || [...asked, ...settings.fallbackNamespaces].includes(namespace)
  }
  const left: LeftUse[] = []
  const notUtf8: CodeUse[] = []
  const byPath = new Map<string, CodeUse[]>()
  for (const use of uses) {
    if (!isHere(use)) continue
    if (use.kind === 'key' && names.has(use.key)) append(byPath, use.path, use)
    else if (
      use.kind === 'prefix' &&
      use.key !== '' &&
      [...names.keys()].some((name) => name.startsWith(use.key))
    )
      left.push({ ...use, reason: 'dynamic' })
  }
  const files: RenamedCode[] = []
  for (const [path, found] of byPath) {
    const bytes = await readFile(join(folder, path))
    const before = bytes.toString('utf8')
    if (!bytes.equals(Buffer.from(before, 'utf8'))) {
      notUtf8.push(...found)
      continue
    }
    const edits = new Map<number, Edit>()
    for (const use of found) {
      const edit = editOf(before, use, names)
      if (typeof edit === 'string') left.push({ ...use, reason: edit })
      else edits.set(edit.start, edit)
    }
    if (edits.size === 0) continue
    let after = before
    for (const { start, end, text: is } of [...edits.values()].sort((a, b) => b.start - a.start))
      after = after.slice(0, start) + is + after.slice(end)
    const [was, is] = [before.split('\n'), after.split('\n')]
    const lines = was.flatMap((line, index) => {
      const now = is[index] ?? ''
      return now === line ? [] : [{ line: index + 1, from: line.trim(), to: now.trim() }]
    })
    files.push({ path, hash: hashOf(bytes), bytes: Buffer.from(after, 'utf8'), lines })
  }
  return { folder, files, left, notUtf8 }
}

type Edit = { readonly start: number; readonly end: number; readonly text: string }

/**
 * Returns the edit for a use if its string is the key itself, or the end of the key after a prefix; otherwise
 * why there is none.
 */
function editOf(
  code: string,
  { path, line, column, key }: CodeUse,
  names: ReadonlyMap<string, string>,
): Edit | Exclude<LeftUse['reason'], 'dynamic'> {
  const to = names.get(key)
  if (to === undefined) return 'parts'
  const from = startOfLine(code, line) + column - 1
  const string = /(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/y
  string.lastIndex = from
  const [, quote = '', written] = string.exec(code) ?? []
  // Not a string literal: a concatenated name.
  if (written === undefined) return 'parts'
  const edit = (begin: number, end: number, text: string) =>
    needsEscaping(text, { quote, path }) ? 'escaping' : { start: begin, end, text }
  const start = from + 1
  const cut = written.indexOf(':')
  for (const at of cut > 0 ? [0, cut + 1] : [0]) {
    const own = written.slice(at)
    const [begin, end] = [start + at, start + written.length]
    if (own === key) return edit(begin, end, to)
    const prefix = key.endsWith(`.${own}`) && own !== '' ? key.slice(0, -own.length) : null
    if (prefix !== null && to.startsWith(prefix)) return edit(begin, end, to.slice(prefix.length))
  }
  return 'parts'
}

/** Whether a text would end its string, change its meaning, or, in a template of Vue, end what it is in. */
function needsEscaping(
  text: string,
  { quote, path }: { readonly quote: string; readonly path: string },
): boolean {
  if (/[\\\r\n]/.test(text) || text.includes(quote)) return true
  if (quote === '`' && text.includes('${')) return true
  return path.endsWith('.vue') && /['"`&<]|\}\}/.test(text)
}

function startOfLine(code: string, line: number): number {
  let at = 0
  for (let count = 1; count < line; count++) {
    const next = code.indexOf('\n', at)
    if (next < 0) return at
    at = next + 1
  }
  return at
}

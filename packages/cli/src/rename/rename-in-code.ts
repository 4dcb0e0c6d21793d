import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CodeUse } from '@dragoman/core'
import { hashOf } from '@dragoman/server/sync'
import { scanCode } from '../scan/scan-code.ts'

export type RenamedCode = {
  readonly path: string
  readonly hash: string
  readonly bytes: Uint8Array
  readonly lines: readonly { readonly line: number; readonly from: string; readonly to: string }[]
}

export type CodeRenaming = {
  readonly folder: string
  readonly files: readonly RenamedCode[]
  /**
   * Uses that cannot be renamed automatically: dynamic keys that can refer to one of the keys, concatenated
   * names.
   */
  readonly left: readonly CodeUse[]
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
  const left: CodeUse[] = []
  const notUtf8: CodeUse[] = []
  const byPath = new Map<string, CodeUse[]>()
  for (const use of uses) {
    if (!isHere(use)) continue
    if (use.kind === 'key' && names.has(use.key)) byPath.set(use.path, [...(byPath.get(use.path) ?? []), use])
    else if (
      use.kind === 'prefix' &&
      use.key !== '' &&
      [...names.keys()].some((name) => name.startsWith(use.key))
    )
      left.push(use)
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
      if (edit === null) left.push(use)
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

/** Returns the edit for a use if its string is the key itself, or the end of the key after a prefix. */
function editOf(
  code: string,
  { line, column, key }: CodeUse,
  names: ReadonlyMap<string, string>,
): Edit | null {
  const to = names.get(key)
  if (to === undefined) return null
  const from = startOfLine(code, line) + column - 1
  const string = /(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/y
  string.lastIndex = from
  const written = string.exec(code)?.[2]
  // Not a string literal: a concatenated name.
  if (written === undefined) return null
  const start = from + 1
  const cut = written.indexOf(':')
  for (const at of cut > 0 ? [0, cut + 1] : [0]) {
    const own = written.slice(at)
    const [begin, end] = [start + at, start + written.length]
    if (own === key) return { start: begin, end, text: to }
    const prefix = key.endsWith(`.${own}`) && own !== '' ? key.slice(0, -own.length) : null
    if (prefix !== null && to.startsWith(prefix)) return { start: begin, end, text: to.slice(prefix.length) }
  }
  return null
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

import { syntaxById } from '@dragoman/core'
import { decodeBytes } from '../bytes/decode.ts'
import type { Format, Recognition } from '../format.ts'
import type { FolderContent } from './folder-content.ts'

/** Signs that several dialects, or punctuation, have in common. */
const SHARED_SIGNS: ReadonlySet<string> = new Set(['named-placeholders', 'bars-between-forms'])

/** Returns whether a file clearly shows a dialect, by a sign that no other one has. */
export function isOwnSign({ certainty, reason }: Recognition): boolean {
  return certainty >= 2 && !SHARED_SIGNS.has(reason)
}

/** A single text can be a mistake, which a check has to find, unless it is one of few. */
const MISTAKES_MAX = 1
const PART_OF_FEW = 0.1

/** Source files that are read. */
const READ_FILES = 20

/**
 * Returns whether a format of messages with a grammar is unlikely because source texts are invalid in it, and no
 * source file has a sign of its own. `paths`: the files with the source texts.
 */
export async function hasInvalidTexts(
  format: Format,
  paths: readonly string[],
  content: FolderContent,
): Promise<boolean> {
  if (format.needsValidTexts !== true) return false
  const syntax = syntaxById(format.syntax)
  let withBraces = 0
  let invalid = 0
  for (const path of paths.slice(0, READ_FILES)) {
    const bytes = await content.bytes(path)
    if (isOwnSign(format.recognise(path, decodeBytes(bytes).text))) return false
    for (const { text } of format.read(bytes).entries.values()) {
      if (!text.includes('{')) continue
      withBraces += 1
      if (syntax.parse(text).issues.length > 0) invalid += 1
    }
  }
  return invalid > MISTAKES_MAX || (invalid > 0 && invalid >= withBraces * PART_OF_FEW)
}

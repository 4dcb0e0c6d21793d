import type { ChangeSpec } from '@codemirror/state'
import { diffWords } from '@dragoman/core'

/** Returns the changes that turn one text into the other, word by word, without touching common parts. */
export function changesBetween(before: string, after: string): ChangeSpec[] {
  const changes: { from: number; to: number; insert: string }[] = []
  let at = 0
  for (const { kind, text } of diffWords(before, after)) {
    if (kind === 'ins') {
      const last = changes.at(-1)
      if (last !== undefined && last.to === at && last.insert === '') last.insert = text
      else changes.push({ from: at, to: at, insert: text })
      continue
    }
    if (kind === 'del') changes.push({ from: at, to: at + text.length, insert: '' })
    at += text.length
  }
  return changes
}

import { FORM_NAMES, type Forms, leavesOf, type MessageSyntax } from '@dragoman/core'

/**
 * Returns placeholders, tags and nestings of the source, each once and in order; `Alt I` and a number inserts
 * one at the caret.
 */
export function insertablesOf(source: Forms, syntax: MessageSyntax): readonly string[] {
  const found = new Set<string>()
  for (const form of FORM_NAMES) {
    for (const leaf of leavesOf(syntax.parse(source[form] ?? '').parts)) {
      if (leaf.kind === 'placeholder' || leaf.kind === 'nesting' || leaf.kind === 'tag') found.add(leaf.text)
    }
  }
  return [...found].slice(0, MAX_INSERTABLES)
}

const MAX_INSERTABLES = 9

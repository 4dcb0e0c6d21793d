import type { Forms } from '@dragoman/core'
import { CONTEXT_END } from '../source/context-end.ts'
import type { FileUnit } from '../units/units-of.ts'
import type { Content } from './content.ts'
import type { TargetFormat } from './plan-language.ts'
import { contextOfKey } from './portable-name.ts'

function hasIds({ languages, namesAreIds, namesAreSources }: TargetFormat): boolean {
  return namesAreIds === true || (languages === 'two' && namesAreSources !== true)
}

/**
 * Returns the name that a key with an id gets in gettext, where the msgid is the source text: the id becomes the
 * context, as `xliff2po` and other converters do. Null: the key itself is the source text, or there is none.
 */
export function idAsContext(
  { format: from }: Content,
  to: TargetFormat,
  { origin, source }: { readonly origin: FileUnit; readonly source: Forms | undefined },
): string | null {
  if (to.namesAreSources !== true || from === null || !hasIds(from)) return null
  const text = source?.one ?? source?.other ?? ''
  return text === '' || text === origin.name || /[\u0000\u0004]/.test(origin.name + text)
    ? null
    : `${origin.name}${CONTEXT_END}${text}`
}

/** Returns whether the contexts of a PO file become ids: every message has one of its own. */
export function areContextsIds(
  { format: from, languages }: Content,
  to: TargetFormat,
  language: string,
): boolean {
  if (from?.namesAreSources !== true || !hasIds(to) || to.supports.includes('context')) return false
  const contexts = new Set<string>()
  const units = languages.get(language) ?? []
  for (const unit of units) {
    const context = contextOfKey(unit)?.[0] ?? ''
    if (context === '' || contexts.has(context)) return false
    contexts.add(context)
  }
  return units.length > 0
}

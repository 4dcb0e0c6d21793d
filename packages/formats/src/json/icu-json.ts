import { siblingNamed } from '../source/siblings.ts'
import {
  type Addition,
  type DialectContext,
  type JsonLocation,
  memberOfValue,
  membersOfValue,
  type Placement,
  type TextMeaning,
  textOfValue,
} from './json-dialect.ts'
import { jsonFormat } from './json-format.ts'

/**
 * JSON with ICU messages, as react-intl and similar libraries load it: flat or nested texts, and the output
 * of `formatjs extract`, `{ "id": { "defaultMessage": "…", "description": "…" } }`. Plurals are within the
 * texts.
 */
export const icuJson = jsonFormat(
  {
    id: 'icu-json',
    about: 'FormatJS and others: texts in ICU MessageFormat',
    plurals: 'text',
    syntax: 'icu',
    needsValidTexts: true,
    supports: ['nesting', 'comment'],
  },
  {
    // Apps flatten nested messages before they pass them to FormatJS, so any mixture of levels and dots is
    // found.
    dottedKeys: 'anywhere',
    textAt,
    placements,
  },
)

const MESSAGE = 'defaultMessage'

/**
 * Returns the meaning of a text. In an extracted message only `defaultMessage` is for translators; the rest
 * describes its origin.
 */
function textAt(location: JsonLocation): TextMeaning | null {
  const member = ancestorAt(location, 2)
  if (member === null || member.parent === null || siblingText(member, MESSAGE) === null) return location
  if (member !== location || location.path[1] !== MESSAGE) return null
  const comment = siblingText(location, 'description')
  return { path: member.parent.path, name: member.parent.name, up: 1, ...(comment ? { comment } : {}) }
}

function siblingText({ siblings }: JsonLocation, key: string): string | null {
  return siblings === null ? null : textOfValue(siblingNamed(siblings, key))
}

function ancestorAt(location: JsonLocation, depth: number): JsonLocation | null {
  let at: JsonLocation | null = location
  while (at !== null && at.path.length > depth) at = at.parent
  return at?.path.length === depth ? at : null
}

function placements(
  { path, text, comment }: Addition,
  { root, modelRoot }: DialectContext,
): readonly Placement[] {
  const sample = membersOfValue(root).length > 0 ? root : (modelRoot ?? root)
  if (!isExtracted(sample)) return [{ path, text }]
  const id = path.join('.')
  const message = { path: [id, MESSAGE], text }
  return comment ? [message, { path: [id, 'description'], text: comment }] : [message]
}

function isExtracted(root: DialectContext['root']): boolean {
  const first = membersOfValue(root).slice(0, 20)
  return first.some(({ value }) => textOfValue(memberOfValue(value, MESSAGE)) !== null)
}

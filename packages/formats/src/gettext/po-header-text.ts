import type { Document, View } from '../format.ts'
import { pluralFormsFor } from '../plurals/plural-rule.ts'
import { eolLike } from '../source/line-ends.ts'
import { headerField, headerOf, type PoHeader } from './po-header.ts'
import { escapePo, markDoubledBackslashes } from './po-text.ts'
import { wrapPo } from './wrap-po.ts'

/**
 * Returns the header of a new file, in the order of gettext's `msginit`. Information about the program comes
 * from the model; translator and date stay empty. A new template (source view) names no language.
 */
export function headerText(
  model: Document | null,
  view: View | undefined,
  pluralForms: string = pluralFormsFor(view?.language ?? null),
): string {
  const known =
    model === null
      ? []
      : headerOf(markDoubledBackslashes(model.text, model.encoding.charset).text, model.encoding.charset)
  const eol = eolLike(model?.text)
  const language = view === undefined || view.side === 'source' ? null : view.language
  const fields: readonly (readonly [string, string | null])[] = [
    ['Project-Id-Version', headerField(known, 'project-id-version') ?? ''],
    ['Report-Msgid-Bugs-To', headerField(known, 'report-msgid-bugs-to') ?? ''],
    ['POT-Creation-Date', headerField(known, 'pot-creation-date') ?? ''],
    ['PO-Revision-Date', ''],
    ['Last-Translator', ''],
    ['Language-Team', ''],
    ['Language', language === null ? '' : spellLike(known, language)],
    ['MIME-Version', '1.0'],
    ['Content-Type', 'text/plain; charset=UTF-8'],
    ['Content-Transfer-Encoding', '8bit'],
    ['Plural-Forms', language === null ? null : pluralForms],
  ]
  const lines = fields.flatMap(([name, value]) => {
    if (value === null) return []
    return fieldLines(name, value, 79)
  })
  return ['msgid ""', 'msgstr ""', ...lines].join(eol) + eol
}

/** Returns the quoted lines of a field; a width of null breaks none. */
export function fieldLines(name: string, value: string, width: number | null): readonly string[] {
  const wrapped = wrapPo(escapePo(`${name}: ${value}\n`, '', NONE), '', { width, splitsAtNewline: true })
  return wrapped.length === 1 ? wrapped : wrapped.slice(1)
}

const NONE: ReadonlySet<string> = new Set()

/** Spells the language as gettext does (`pt_BR`), or with a hyphen if the project's files do. */
function spellLike(known: PoHeader, language: string): string {
  const own = headerField(known, 'language')
  if (own?.includes('-')) return language
  const [base = '', ...rest] = language.split('-')
  const script = rest[0] !== undefined && rest[0].length === 4 ? SCRIPTS.get(rest[0]) : undefined
  if (script !== undefined) return [base, ...rest.slice(1)].join('_') + script
  return [base, ...rest].join('_')
}

/** Scripts that gettext's locales name by a modifier. */
const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['Latn', '@latin'],
  ['Cyrl', '@cyrillic'],
  ['Deva', '@devanagari'],
  ['Arab', '@arabic'],
])

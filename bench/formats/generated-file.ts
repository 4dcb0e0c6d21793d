import type { FormName } from '@dragoman/core'
import { type EntryEdit, entryOfUnit, type Format, isWhole, type View } from '@dragoman/formats'
import { namespaceKeys, type SeedKey } from '../seed/keys.ts'
import { randomOf } from '../seed/random.ts'
import { sentence } from '../seed/sentence.ts'
import { wordBooks } from '../seed/words.ts'

export const GENERATED_VIEW: View = { language: 'pl', side: 'target' }

/**
 * Generates a file of a format with the format itself: Polish translations, one key in ten with plural forms
 * if the format has them.
 */
export function generatedFile(format: Format, keys: number): Uint8Array {
  const edits: EntryEdit[] = []
  const seen = new Set<string>()
  let last: string | null = null
  const [english, , polish] = wordBooks()
  if (english === undefined || polish === undefined) throw new Error('There are no words to write with.')
  for (const [index, key] of namespaceKeys(1, 0, keys).entries()) {
    const source = sentence(randomOf(1, 2, index), english, plain(key), 'none')
    const path = pathOf(format, key, source)
    const name = path.join('.')
    if (seen.has(name)) continue
    seen.add(name)
    for (const [at, entry] of entriesOf(format, path, key).entries()) {
      const text = sentence(randomOf(1, 3, index, at), polish, plain(key), 'none')
      const beside = format.supports.includes('source') ? { source } : {}
      edits.push({ kind: 'add', ...entry.place, text, after: last === null ? [] : [last], ...beside })
      last = entry.name
    }
  }
  const bytes = format.create(null, edits, GENERATED_VIEW)
  if (!isWhole(format.read(bytes, GENERATED_VIEW)))
    throw new Error(`The generated file of ${format.id} is not whole.`)
  return bytes
}

/** Placeholders and tags differ between formats; for reading a file they are ordinary characters. */
function plain(key: SeedKey): SeedKey {
  return { ...key, placeholders: [], tags: [], nesting: null }
}

function pathOf(format: Format, key: SeedKey, source: string): readonly string[] {
  if (format.id === 'qt-ts') return [key.path[0] ?? '', source]
  if (format.id === 'gettext-po') return [source]
  return format.supports.includes('nesting') ? key.path : [key.path.join('_')]
}

type Place = {
  readonly name: string
  readonly place: Pick<EntryEdit & { readonly kind: 'add' }, 'path' | 'unit'>
}

function entriesOf(format: Format, path: readonly string[], { plural }: SeedKey): readonly Place[] {
  const isPlural = plural === 'cardinal' && (format.plurals === 'units' || format.plurals === 'names')
  const forms: readonly FormName[] = isPlural ? polishForms(format) : ['other']
  const unit = { name: path.join('.'), path, plural: isPlural ? 'cardinal' : 'none' } as const
  return forms.flatMap((form) => {
    const entry = entryOfUnit(format, unit, form)
    return entry === null
      ? []
      : [{ name: entry.name, place: { path: entry.path, ...(entry.unit ? { unit: entry.unit } : {}) } }]
  })
}

/** Formats with numbered forms have as many as the language needs for whole numbers. */
function polishForms({ id }: Format): readonly FormName[] {
  return id === 'gettext-po' || id === 'qt-ts' ? ['one', 'few', 'many'] : ['one', 'few', 'many', 'other']
}

import type { MissingKeyReply } from '@dragoman/contract'
import {
  FORM_NAMES,
  type Forms,
  fold,
  type GroupedUnit,
  groupBy,
  groupPlurals,
  type PluralKind,
  pluralCategories,
  suffixOf,
} from '@dragoman/core'

/** A key to add, with everything that apps requested of it: plural forms are separate keys to i18next. */
export type MissingKeyRow = {
  readonly id: string
  readonly namespace: string
  readonly name: string
  readonly plural: PluralKind
  /** Its source text; empty if apps show only the key. */
  readonly forms: Forms
  /** The names that apps requested. */
  readonly asked: readonly string[]
  readonly languages: readonly string[]
  readonly count: number
  readonly lastAt: string
}

/** Returns one row per key that can be added, most requested first; `items_one` and `items_other` are one. */
export function missingKeyRows(keys: readonly MissingKeyReply[], sourceLanguage: string): MissingKeyRow[] {
  const rows: MissingKeyRow[] = []
  for (const [namespace, all] of groupBy(keys, (key) => key.namespace)) {
    const byName = new Map(all.map((key) => [key.name, key]))
    const entries = all.map(({ name, text }) => ({ name, path: [name], text }))
    const units = groupPlurals([{ language: sourceLanguage, entries }], sourceLanguage)
    for (const unit of units.get(sourceLanguage) ?? []) {
      const { name, plural } = unit
      const asked = unit.present.map((form) => name + suffixOf(plural, form))
      const members = asked.flatMap((one) => byName.get(one) ?? [])
      const [first] = members
      if (first === undefined) continue
      rows.push({
        id: `${namespace}:${plural}:${name}`,
        namespace,
        name,
        plural,
        forms: sourceForms(unit, sourceLanguage),
        asked,
        languages: [...new Set(members.flatMap(({ languages }) => languages))],
        // Apps report all forms of a plural together.
        count: Math.max(...members.map(({ count }) => count)),
        lastAt:
          members
            .map(({ lastAt }) => lastAt)
            .sort()
            .at(-1) ?? first.lastAt,
      })
    }
  }
  return rows.sort((a, b) => b.count - a.count)
}

/** Returns rows in the order of the known ids, and those of other ids after them. */
export function inKnownOrder(
  rows: readonly MissingKeyRow[],
  known: readonly string[],
): readonly MissingKeyRow[] {
  const places = new Map(known.map((id, place) => [id, place]))
  const placeOf = ({ id }: MissingKeyRow) => places.get(id) ?? places.size
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Returns the rows with the query in their namespace, name or text. */
export function matchingRows(rows: readonly MissingKeyRow[], q: string): readonly MissingKeyRow[] {
  const wanted = fold(q.trim())
  if (wanted === '') return rows
  return rows.filter(({ namespace, name, forms }) =>
    [`${namespace}:${name}`, ...Object.values(forms)].some((text) => fold(text ?? '').includes(wanted)),
  )
}

/**
 * Returns the source forms: without texts that only repeat the key, and forms that the source language does
 * not have, which would be refused.
 */
function sourceForms({ name, plural, forms }: GroupedUnit, sourceLanguage: string): Forms {
  const used: readonly string[] =
    plural === 'cardinal' || plural === 'ordinal' ? pluralCategories(sourceLanguage, plural) : FORM_NAMES
  return Object.fromEntries(
    FORM_NAMES.flatMap((form) => {
      const text = forms[form] ?? ''
      const isKey = (text === name || text === name + suffixOf(plural, form)) && !/\s/.test(text)
      return text === '' || isKey || !used.includes(form) ? [] : [[form, text]]
    }),
  )
}

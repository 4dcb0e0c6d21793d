import { categoryNamed, type FormName, isRareCategory, tagFromPath } from '@dragoman/core'
import type { EntryEdit } from '../format.ts'
import { pluralFormsFor, pluralFormsWith } from '../plurals/plural-rule.ts'

/** The `Plural-Forms` of a new file, and the texts that it gets. */
export type NewPoForms = { readonly formula: string; readonly edits: readonly EntryEdit[] }

/**
 * Chooses the rule of a new file by the texts that are written to it. A form that no small whole number has (`other` in
 * Russian: fractions; `many` in French: millions) gets a number of its own, as in the files of Transifex and Crowdin, if
 * its text differs from all others of its message. Without such a text, the file has the usual rule, and texts that
 * only repeat another form are left out.
 */
export function formsOfNewPo(language: string | null, edits: readonly EntryEdit[]): NewPoForms {
  const tag = language === null ? null : tagFromPath(language)
  if (tag === null) return { formula: pluralFormsFor(language), edits }
  const isRare = (form: FormName): boolean => {
    const category = categoryNamed(form)
    return category !== null && isRareCategory(tag, 'cardinal', category)
  }
  const texts = new Map<string, Set<string>>()
  const rare: Extract<EntryEdit, { kind: 'add' }>[] = []
  for (const edit of edits) {
    if (edit.kind !== 'add' || edit.unit?.plural !== 'cardinal') continue
    if (isRare(edit.unit.form)) rare.push(edit)
    else {
      const known = texts.get(edit.unit.name)
      if (known === undefined) texts.set(edit.unit.name, new Set([edit.text]))
      else known.add(edit.text)
    }
  }
  const isRepeated = ({ unit, text }: (typeof rare)[number]): boolean =>
    text === '' || texts.get(unit?.name ?? '')?.has(text) === true
  const needed = new Set(rare.filter((edit) => !isRepeated(edit)).flatMap(({ unit }) => unit?.form ?? []))
  if (needed.size > 0) return { formula: pluralFormsWith(language, [...needed]), edits }
  const left = new Set<EntryEdit>(rare)
  return { formula: pluralFormsFor(language), edits: edits.filter((edit) => !left.has(edit)) }
}

import {
  type FormName,
  isKeyName,
  type PluralBases,
  pathWithoutSuffix,
  placeOfEntry,
  unitId,
} from '@dragoman/core'
import type { FileUnit } from '../units/units-of.ts'
import type { Content } from './content.ts'
import { type FidelityReport, openFidelityLog, reportOf } from './fidelity.ts'
import { planLanguage, type TargetFormat } from './plan-language.ts'
import { isIcu } from './respell-placeholders.ts'

export type CatalogTarget = {
  readonly language: string
  /** Which syntax the texts of the catalog have. */
  readonly syntax: string
  /** Keys that the catalog knows as plural: files without plurals hold their forms as keys of their own. */
  readonly bases: PluralBases
  /**
   * Ids of the formats that the catalog's own files have: their syncs name keys as the files do, so an import
   * of such a file must too.
   */
  readonly ownFormats?: ReadonlySet<string>
  readonly examplesMax?: number
}

export type AdaptedUnits = {
  readonly units: readonly FileUnit[]
  readonly report: FidelityReport
  readonly unusable: readonly string[]
}

const EXAMPLES = 5

/**
 * The keys of a file as a catalog has them: with names it can have, its way with plurals, and placeholders in
 * its syntax where that is exact.
 */
export function adaptUnits(
  content: Content,
  { language, syntax, bases, ownFormats, examplesMax = EXAMPLES }: CatalogTarget,
): AdaptedUnits {
  if (content.format !== null && ownFormats?.has(content.format.id) === true) {
    return { units: content.languages.get(language) ?? [], report: [], unusable: [] }
  }
  const log = openFidelityLog()
  const format: TargetFormat = {
    id: 'catalog',
    languages: 'one',
    plurals: isIcu(syntax) ? 'text' : 'names',
    syntax,
    supports: ['plural', 'comment', 'state', 'max-length', 'nesting'],
  }
  const found = new Map<string, FileUnit>()
  const unusable: string[] = []
  for (const { unit, origin } of planLanguage(content, { format, language }, log)) {
    const name = unit.name
    if (!isKeyName(name)) {
      unusable.push(origin.name)
      continue
    }
    const { source: _, ...said } = origin
    put(
      found,
      {
        ...said,
        ...unit,
        present: presentIn(unit.plural === origin.plural ? origin.present : [], unit.forms),
      },
      bases,
    )
  }
  return { units: [...found.values()], report: reportOf(log, examplesMax), unusable }
}

/** Puts a unit in; one that is named as a form of a plural key is that form. */
function put(found: Map<string, FileUnit>, unit: FileUnit, bases: PluralBases): void {
  const place =
    unit.plural === 'none' && typeof unit.path.at(-1) === 'string' ? placeOfEntry(unit.name, bases) : null
  if (place === null || place.plural === 'none') {
    found.set(unitId(unit), unit)
    return
  }
  const { name, plural, form, suffix } = place
  const id = unitId({ name, plural })
  const known = found.get(id)
  const text = unit.forms.other
  found.set(id, {
    ...unit,
    ...known,
    name,
    plural,
    path: pathWithoutSuffix(unit.path, suffix),
    forms: { ...known?.forms, ...(text === undefined ? {} : { [form]: text }) },
    present: [...(known?.present ?? []), form],
  })
}

function presentIn(present: readonly FormName[], forms: FileUnit['forms']): readonly FormName[] {
  return present.length > 0 ? present : (Object.keys(forms) as FormName[]) // forms have no other names
}

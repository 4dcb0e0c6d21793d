import { hasText, unitId } from '@dragoman/core'
import { unitsOf } from '@dragoman/formats'
import type { ChangeRequest, UnitRow } from '@dragoman/store'
import { type NamespaceSides, pluralsOf } from './plan-sync.ts'

export type CarriedTexts = {
  /** The texts under the keys' current names. */
  readonly changes: readonly ChangeRequest[]
  /** The catalog's rows with the texts of keys that are still in the namespace. */
  readonly ours: NamespaceSides['ours']
  /** Where keys went that are now in other namespaces. */
  readonly movedTo: readonly MovedText[]
}

/** A file that lacks a text which was read under the key's former name. */
export type MovedText = { readonly namespace: string; readonly language: string }

/**
 * Returns texts that come with files read for the first time, for keys that were renamed or moved after an
 * earlier file of the same import: they go to the key under its current name. A text that it has there stays.
 */
export function carryTexts(sides: NamespaceSides): CarriedTexts {
  const { format, files, imported, namespace } = sides
  const renamed = [...imported.values()].some(({ now, isHere }) => now !== null && !isHere)
  if (!renamed) return { changes: [], ours: sides.ours, movedTo: [] }
  const bases = pluralsOf(sides)
  const changes: ChangeRequest[] = []
  const ours = new Map(sides.ours)
  const movedTo = new Map<string, MovedText>()
  for (const { document, base, language } of files) {
    if (base !== null) continue
    const carried = new Map<number, UnitRow['unit']['forms']>()
    for (const unit of unitsOf(format, document.entries.values(), bases)) {
      const key = imported.get(unitId(unit))
      if (key === undefined || key.isHere || key.now === null) continue
      const { now, texts } = key
      if (texts.has(language) || !hasText(unit.forms) || hasText(now.texts.get(language) ?? {})) continue
      const state = unit.state === undefined ? {} : { state: unit.state }
      changes.push({ kind: 'translate', keyId: now.keyId, language, forms: unit.forms, ...state })
      carried.set(now.keyId, unit.forms)
      if (now.namespace !== namespace)
        movedTo.set(`${now.namespace}\n${language}`, { namespace: now.namespace, language })
    }
    const rows = ours.get(language)
    if (rows !== undefined) ours.set(language, withTexts(rows, carried))
  }
  return { changes, ours, movedTo: [...movedTo.values()] }
}

function withTexts(
  rows: readonly UnitRow[],
  texts: ReadonlyMap<number, UnitRow['unit']['forms']>,
): readonly UnitRow[] {
  if (texts.size === 0) return rows
  return rows.map((row) => {
    const forms = texts.get(row.keyId)
    return forms === undefined ? row : { ...row, unit: { ...row.unit, forms } }
  })
}

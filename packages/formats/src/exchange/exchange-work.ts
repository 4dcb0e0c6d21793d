import type { DraftElement } from '../source/xml-draft.ts'
import type { XmlLayout } from '../source/xml-layout.ts'
import type { DocumentHabits } from '../xliff/value-style.ts'
import type { ExchangeDialect, ExchangeShape } from './exchange-shape.ts'

/** A file while it is being edited. */
export type ExchangeWork = {
  readonly dialect: ExchangeDialect
  readonly shape: ExchangeShape
  readonly top: DraftElement
  readonly body: DraftElement
  readonly layout: XmlLayout
  readonly habits: DocumentHabits
  /** The language of the view as the file spells it. */
  readonly language: string
  /** Whether the file puts all of a unit, or all of a language, on one line. */
  readonly isFlat: { readonly unit: boolean; readonly holder: boolean }
  readonly languageName: 'xml:lang' | 'lang'
  readonly units: Map<string, UnitSlot>
  /** The texts of the view's language. */
  readonly slots: Map<string, Slot>
  /** What reading the result has to give. */
  readonly expected: Map<string, string>
}

export type UnitSlot = { readonly name: string; readonly hasId: boolean; readonly element: DraftElement }

export type Slot = { readonly unit: UnitSlot; readonly holder: DraftElement; readonly item: DraftElement; readonly value: DraftElement }

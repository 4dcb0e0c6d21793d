import type { Edit } from '@dragoman/core'
import { append } from '@dragoman/core'
import { lazy } from '../source/lazy.ts'
import { type DocumentStyles, stylesOf } from '../source/value-style.ts'
import type { EditSetting } from './edit-xliff.ts'
import {
  nameAt,
  textAt,
  type XliffFile,
  type XliffLayout,
  type XliffLocation,
  type XliffText,
} from './find-units.ts'
import { textIn, type XliffSession } from './read-xliff.ts'
import type { UnitLayout } from './unit-text.ts'

/** Units for the same position of the text, in order. */
export type Insertion = {
  readonly file: XliffFile
  readonly layout: UnitLayout
  readonly items: { readonly name: string; readonly xml: string }[]
  readonly print: () => Edit
}

/**
 * Edits that do not affect the changes of others in the batch, so that the file is parsed once for all of
 * them.
 */
export type Batch = {
  readonly session: XliffSession
  /** Whether a new unit gets its own name alongside its id. */
  readonly isNamed: boolean
  readonly styles: DocumentStyles
  /** Whether most sources are the names of their units instead of texts, as in Symfony's files. */
  readonly hasNamesAsSources: () => boolean
  /** The texts of a name, the one that is used first, including those that are not entries. */
  readonly places: () => ReadonlyMap<string, readonly XliffLocation[]>
  readonly edits: Edit[]
  readonly insertions: Map<string, Insertion>
  /** The insertion of an added name. */
  readonly added: Map<string, Insertion>
  /** Ids and names of each file's units, once a unit is added to it. */
  readonly keys: Map<XliffFile, { readonly ids: Set<string>; readonly names: Set<string> }>
  readonly changeSet: Set<string>
  readonly gone: Set<string>
  isFull: boolean
  /** Whether more than characters has changed; no rule depends on characters. */
  needsVerification: boolean
}

/** Starts a batch without edits. */
export function openBatch(session: XliffSession, { charset, isNamed }: EditSetting): Batch {
  const isEmpty = session.layout.locations.length === 0
  return {
    session,
    isNamed: isEmpty ? (isNamed ?? session.dialect.hasTokenIds) : session.layout.isNamed,
    styles: stylesOf(session.text, charset),
    hasNamesAsSources: lazy(() => hasNamesAsSources(session)),
    places: lazy(() => locationsByName(session.layout)),
    edits: [],
    insertions: new Map(),
    added: new Map(),
    keys: new Map(),
    changeSet: new Set(),
    gone: new Set(),
    isFull: false,
    needsVerification: false,
  }
}

/** The number of units that are checked for their style. */
const LOOKED_AT = 100

function hasNamesAsSources(session: XliffSession): boolean {
  const { layout } = session
  const some = layout.locations.slice(0, LOOKED_AT)
  const named = some.filter((location) => {
    const name = nameAt(layout, location)
    const source = textIn(session, textAt(layout, location).source)
    return source !== null && source !== '' && (name === source || name.endsWith(`.${source}`))
  })
  return named.length * 2 > some.length
}

function locationsByName(layout: XliffLayout): ReadonlyMap<string, readonly XliffLocation[]> {
  const places = new Map<string, XliffLocation[]>()
  for (const location of layout.locations) append(places, nameAt(layout, location), location)
  return places
}

/** Returns the texts of a name, the one that is used first, including those that are not entries. */
export function placesOf({ session, places }: Batch, name: string): readonly XliffText[] {
  return (places().get(name) ?? []).map((location) => textAt(session.layout, location))
}

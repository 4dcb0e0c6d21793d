import type { EntryPath, FormName, Issue, PluralKind, Span, TextLimits } from '@dragoman/core'
import type { FileFamily } from './file-family.ts'
import type { FileStructure } from './file-structure.ts'
import type { Numbering } from './plurals/numbering.ts'

/**
 * How the bytes of one file are decoded to text and encoded again. `charset` is a WHATWG label in lowercase
 * (`utf-8`, `utf-16le`, `shift_jis`, …); only files that name their charset have one other than Unicode.
 */
export type Encoding = {
  readonly charset: string
  readonly bom: boolean
  /**
   * Characters, by their position in the text, whose bytes in the file differ from those of the charset's
   * encoder. Absent: none.
   */
  readonly odd?: ReadonlyMap<number, Uint8Array>
}

/** The key and the plural form of an entry. */
export type EntryUnit = {
  readonly name: string
  readonly plural: PluralKind
  readonly form: FormName
  /** Path of the key, without the form. */
  readonly path: EntryPath
}

/**
 * The state of a translation in a file: a draft is fuzzy, unfinished, needs review; `reviewed` is approved,
 * final, signed off.
 */
export type EntryState = 'draft' | 'translated' | 'reviewed'

/** One translatable text of a file: its location and content. */
export type Entry = {
  readonly path: EntryPath
  /**
   * Identifies the entry in its document. If `unit` is absent: `path` joined with dots, the name an app
   * requests.
   */
  readonly name: string
  /**
   * The text that a person translates: unescaped, unquoted, unwrapped. Always well-formed Unicode, so that
   * every store returns the same text. Empty: not translated.
   */
  readonly text: string
  /**
   * The whole value with its quotes or tags, in UTF-16 code units of the document's text: setting the text
   * changes nothing outside its lines.
   */
  readonly span: Span
  /**
   * Key and plural form, if the format itself defines them. Absent: the name defines them, as in i18next.
   * Without plural (`none`): the file does not distinguish a plain text from a plural with only `other`.
   */
  readonly unit?: EntryUnit
  /** The source text, if the file stores it alongside the translation. */
  readonly source?: string
  /** Absent: the file does not define it. */
  readonly state?: EntryState
  /** A comment from developers for translators. */
  readonly comment?: string
  /** In UTF-16 code units, if the file limits the text. */
  readonly maxLength?: number
  /**
   * The syntax of its placeholders, if the file names one for this text; an id of core's message syntaxes. Absent:
   * that of the project.
   */
  readonly syntax?: string
  /**
   * Other information about the text in the file, as written: placeholders with their types and formats. No
   * other format can store it.
   */
  readonly details?: string
}

/**
 * A file after reading: its exact text, the entries found in it and its issues. `entries` is in file order
 * with one entry per name; of duplicates it has the one that the format's own programs would use, and an
 * issue reports the other. A document with an issue of severity `error` is not whole: it is shown but never
 * written.
 */
export type Document = {
  readonly format: string
  /** Without the byte order mark, which is in `encoding`. */
  readonly text: string
  readonly encoding: Encoding
  readonly entries: ReadonlyMap<string, Entry>
  readonly issues: readonly Issue[]
  /** The requested texts of the file. Absent: the file has one language. */
  readonly view?: View
  /**
   * The whole file if `text` is a part of it, for example a sheet of a workbook: edits change that part and
   * keep the bytes of all others.
   */
  readonly container?: Uint8Array
}

/**
 * Selects texts of a file. `language` is a BCP 47 tag: it selects one of several languages in a file, and
 * gives plural forms their categories. `side` selects source or translation in files with both.
 */
export type View = {
  readonly language: string
  readonly side: 'source' | 'target'
  /** For a new bilingual file: the language to translate from. Absent: English. */
  readonly sourceLanguage?: string
}

/** A change to one entry of a document. */
export type EntryEdit =
  | {
      readonly kind: 'set'
      readonly name: string
      readonly text: string
      /** The new state, if the file can store it. Absent: unchanged. */
      readonly state?: EntryState
    }
  | {
      readonly kind: 'add'
      readonly path: EntryPath
      readonly text: string
      /**
       * Names that precede the new entry in the source language's file, nearest first: the entry is inserted
       * after the first one that exists here.
       */
      readonly after: readonly string[]
      /** For formats whose entries have units. */
      readonly unit?: EntryUnit
      /** For formats that store the source text alongside the translation. */
      readonly source?: string
      readonly state?: EntryState
      readonly comment?: string
      readonly maxLength?: number
      /** The syntax of its placeholders, for formats that name it for single texts. */
      readonly syntax?: string
      /**
       * The text is empty and makes no entry: the file only gets a row and a column for it, so that people can fill
       * it in. Only for formats with `hasColumns`.
       */
      readonly isBlank?: true
    }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'rename'; readonly name: string; readonly path: EntryPath; readonly unit?: EntryUnit }

/**
 * Data that a file can store in addition to names and texts; a report lists all other data that is lost when
 * writing.
 */
export type Capability =
  | 'plural'
  | 'comment'
  | 'context'
  | 'state'
  | 'source'
  | 'max-length'
  | 'nesting'
  | 'any-charset'

/** Information in a file that is not a text: about a key, or about the whole file (null). */
export type Detail = { readonly owner: string | null; readonly text: string }

/** How certain a format is that it can read a file, by the name and the first bytes. */
export type Recognition = {
  /** 0 not at all, 1 possibly, 2 it looks like it, 3 nothing else looks like this. */
  readonly certainty: 0 | 1 | 2 | 3
  /** Stable code of the reason, for the person who confirms it. */
  readonly reason: string
}

export type FileLanguages = {
  /** As written in the file; null if it is not defined there. */
  readonly source: string | null
  readonly targets: readonly string[]
}

export interface Format {
  /** Its name for people is in core's `FORMAT_NAMES`. */
  readonly id: string
  /** What it is, for `dragoman formats`: which program reads its files, or how they are organized. */
  readonly about: string
  /** With the dot, lowercase. */
  readonly extensions: readonly string[]
  /** The files in which detection looks for it; none: only what `dragoman.json` lists, and what people choose. */
  readonly families: readonly FileFamily[]
  /** Texts of one language in a file, of two (source and translation), or of any number. */
  readonly languages: 'one' | 'two' | 'many'
  /**
   * How plural forms of a key are stored: as entries with suffixed names (i18next), as entries with units,
   * within the text (ICU, pipes), or not at all.
   */
  readonly plurals: 'names' | 'units' | 'text' | 'none'
  /** The name of an entry is its source text: a file of the source language has nothing else. */
  readonly namesAreSources?: true
  /** Names are ids next to a source text, as always in files with two languages unless `namesAreSources`. */
  readonly namesAreIds?: true
  /**
   * Programs need details of a text, such as definitions of its placeholders, that are the same in all languages:
   * texts are written with the file of the source language as `model`.
   */
  readonly sharesDetails?: true
  /**
   * Programs use the list of one language as a whole, without items of another one: a translation has texts for all of
   * its items or none, as the file of the source language shows, which is `model`. An emptied item is set to an empty text.
   */
  readonly hasWholeLists?: true
  /** Programs accept names with any character, such as line breaks. Absent: they are written escaped. */
  readonly allowsAnyName?: true
  /** A character that starts something other than the name, and that names of other formats can have. */
  readonly nameSeparator?: string
  /** Every file names its languages, also one with a single language, which `languagesIn` does not return. */
  readonly alwaysNamesLanguages?: true
  /** A file can have a column for each language, also for one without texts. */
  readonly hasColumns?: true
  /** Names are source texts with a context, which catalogs have always stored escaped. */
  readonly escapesNames?: true
  /**
   * Returns the source text that the name of a key contains, if the format gives a text with this path that name: it is
   * the one in files, also if the catalog has another one. Null: the name is that of another format, or an id.
   */
  sourceInName?(name: string, path: EntryPath): string | null
  /**
   * The syntax of placeholders in its texts; an id of core's message syntaxes. If several are in use, the
   * most common one.
   */
  readonly syntax: string
  readonly supports: readonly Capability[]
  /**
   * The states that a file distinguishes, if any: `translated` is written for reviewed texts if `reviewed` is
   * missing.
   */
  readonly states?: readonly EntryState[]
  /** Returns which of the states the texts of this file have; none: no states of their own. Absent: all. Never throws. */
  statesOf?(document: Document): readonly EntryState[]
  /**
   * Returns whether the file marks the states of its texts, if its entries do not show that: an empty text can have a
   * marker and no state. Absent: no. Never throws.
   */
  marksStates?(document: Document): boolean
  /** Absent: lines. */
  readonly structure?: FileStructure
  /** Any file of its families can be read, so that people can choose it where another format is more likely. */
  readonly readsAnyFile?: true
  /** Programs refuse texts that are invalid in its syntax, so detection prefers other formats if some are. */
  readonly needsValidTexts?: true
  /** A program has one file for each language, with a fixed name: there are no namespaces. */
  readonly hasOneFile?: true
  /** Returns the file name that programs expect. Absent: `{ns}.{lng}` with the first extension. */
  newFileName?(namespace: string, language: string): string
  /**
   * Returns the source language in the settings of the program that loads the files in the folder `base`; null if
   * none is found. `read` returns the start of a file, empty if there is none.
   */
  sourceLanguageFor?(base: string, read: (path: string) => Promise<string>): Promise<string | null>
  /** `head` is the decoded start of the file, at most some thousand characters. Never throws. */
  recognise(path: string, head: string): Recognition
  /** Returns the languages of a bilingual or multilingual file. Never throws. */
  languagesIn?(bytes: Uint8Array): FileLanguages
  /**
   * Whether a file of one language contains source texts alongside the translations, which a view of side
   * `source` shows. Never throws.
   */
  holdsSources?(bytes: Uint8Array): boolean
  /**
   * Never throws on content: parts that are not understood stay in `text` and are never rewritten. Without a
   * view: the translations, in the language that the file defines.
   */
  read(bytes: Uint8Array, view?: View): Document
  /**
   * Returns a document with whole texts where translation programs have split them into segments: without marks of
   * segments, and as one entry if it, but no segment, is a key. It is only for reading. Absent: files have no segments.
   */
  joinSegments?(document: Document, isKey: (name: string) => boolean): Document
  /**
   * Returns the file's bytes after the edits, applied in order. Without edits, or for unchanged texts, these
   * are the same bytes; an edit changes only the bytes of its own value. `add` of an existing name sets it;
   * `remove` of a missing name does nothing. `model`, a sibling file, defines the style if the document shows
   * none, like `{}`, and has details that a new entry needs. Throws EditError: the document is not whole, `set` or `rename` of a missing name, a name
   * that is already used, a text that the file cannot store.
   */
  edit(document: Document, edits: readonly EntryEdit[], model?: Document | null): Uint8Array
  /**
   * Returns the content of the file in addition to names, texts and the data of its entries. Absent: it is
   * found by comparison with a new file of the same entries.
   */
  detailsOf?(document: Document): readonly Detail[]
  /** Returns the texts that this file can store. Absent: any text. */
  limitsOf?(document: Document): TextLimits
  /** Returns what the numbered plural forms of this file are for; null if its forms are CLDR's categories. */
  numberingOf?(document: Document): Numbering | null
  /**
   * Creates a file with the additions of `edits`, in the style (encoding, indentation, line ends, final
   * newline, escapes) of `model`.
   */
  create(model: Document | null, edits: readonly EntryEdit[], view?: View): Uint8Array
}

/**
 * Returns the name of an entry with one plural form: the key's name, and the form after a character that no
 * name contains.
 */
export function unitEntryName(unit: Pick<EntryUnit, 'name' | 'plural' | 'form'>): string {
  return unit.plural === 'none'
    ? unit.name
    : `${unit.name}\u0000${unit.plural === 'ordinal' ? 'ordinal-' : ''}${unit.form}`
}

/** Returns the least finished state of entries; undefined: they have none. */
export function leastState(entries: readonly Entry[]): EntryState | undefined {
  return LEAST_FIRST.find((state) => entries.some((entry) => entry.state === state))
}

const LEAST_FIRST: readonly EntryState[] = ['draft', 'translated', 'reviewed']

/** Returns the states that texts of a file have; undefined: none. */
export function statesIn(
  format: Pick<Format, 'states' | 'statesOf'>,
  document: Document,
): readonly EntryState[] | undefined {
  const states = format.statesOf?.(document) ?? format.states
  return states?.length === 0 ? undefined : states
}

/** Returns whether the file shows states: only then are all of them written to it. */
export function hasStates(
  format: Pick<Format, 'states' | 'statesOf' | 'marksStates'>,
  document: Document,
): boolean {
  if (statesIn(format, document) === undefined) return false
  for (const { state } of document.entries.values()) if (state !== undefined) return true
  return format.marksStates?.(document) ?? false
}

/** Returns whether the document can be written: no issue reports a part that was not understood. */
export function isWhole(document: Document): boolean {
  return document.issues.every((issue) => issue.severity !== 'error')
}

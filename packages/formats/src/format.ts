import type { EntryPath, FormName, Issue, PluralKind, Span, TextLimits } from '@dragoman/core'

/**
 * How the bytes of one file become text and text becomes those bytes again. `charset` is a WHATWG label in
 * lower case (`utf-8`, `utf-16le`, `shift_jis`, …); only files that name their charset themselves have
 * another than Unicode.
 */
export type Encoding = {
  readonly charset: string
  readonly bom: boolean
  /**
   * Characters, by their place in the text, that stand in the file with other bytes than the charset's
   * encoder gives. Absent: none.
   */
  readonly odd?: ReadonlyMap<number, Uint8Array>
}

/** The key and the plural form that an entry holds. */
export type EntryUnit = {
  readonly name: string
  readonly plural: PluralKind
  readonly form: FormName
  /** Path of the key, without the form. */
  readonly path: EntryPath
}

/**
 * What a file says of the work on a translation: a draft is fuzzy, unfinished, needs review; `reviewed` is
 * approved, final, signed off.
 */
export type EntryState = 'draft' | 'translated' | 'reviewed'

/** One translatable text of a file: where it stands and what it says. */
export type Entry = {
  readonly path: EntryPath
  /**
   * Identifies the entry in its document. Where `unit` is absent: `path` joined with dots, the name an app
   * asks for.
   */
  readonly name: string
  /**
   * What a person translates: unescaped, unquoted, unwrapped. Always well-formed Unicode, so that every store
   * gives back the same text. Empty: not translated.
   */
  readonly text: string
  /**
   * The whole value with its quotes or tags, in UTF-16 code units of the document's text: setting the text
   * changes nothing outside the lines of it.
   */
  readonly span: Span
  /**
   * Where the format itself says what key and plural form this is. Absent: the name says it, as in i18next.
   * Without plural (`none`): the file cannot tell a plain text from a plural with nothing but `other`.
   */
  readonly unit?: EntryUnit
  /** The text to translate, where the file holds it beside the translation. */
  readonly source?: string
  /** Absent: the file says nothing of it. */
  readonly state?: EntryState
  /** What developers wrote for translators. */
  readonly comment?: string
  /** In UTF-16 code units, where the file limits the text. */
  readonly maxLength?: number
  /**
   * What else the file says of the text, as it stands there: placeholders with their types and formats. No
   * other format can hold it.
   */
  readonly details?: string
}

/**
 * A file that has been read: its exact text, the entries found in it and what is wrong with it. `entries` is
 * in file order with one entry per name; of duplicates the one that the format's own programs would use is
 * here and an issue tells of the other. A document with an issue of severity `error` is not whole: it is
 * shown but never written.
 */
export type Document = {
  readonly format: string
  /** Without the byte order mark, which `encoding` remembers. */
  readonly text: string
  readonly encoding: Encoding
  readonly entries: ReadonlyMap<string, Entry>
  readonly issues: readonly Issue[]
  /** Which texts of the file these are, as it was asked for. Absent: the file has one language. */
  readonly view?: View
  /**
   * The whole file where `text` is one part of it, as a session of a workbook: editing changes that part and
   * keeps the bytes of all others.
   */
  readonly container?: Uint8Array
}

/**
 * Which texts of a file are meant. `language` is a BCP 47 tag: it chooses among several languages in one
 * file, and gives plural forms their categories. `side` chooses between source and translation where a file
 * holds both.
 */
export type View = {
  readonly language: string
  readonly side: 'source' | 'target'
  /** For a new file of source and translation: what is translated from. Absent: English. */
  readonly sourceLanguage?: string
}

/** What is to become of one entry of a document. */
export type EntryEdit =
  | {
      readonly kind: 'set'
      readonly name: string
      readonly text: string
      /** What the file is to say of the work on it, where it can. Absent: what it says now. */
      readonly state?: EntryState
    }
  | {
      readonly kind: 'add'
      readonly path: EntryPath
      readonly text: string
      /**
       * Names that precede the new entry in the source language's file, nearest first: the entry goes after
       * the first one that exists here.
       */
      readonly after: readonly string[]
      /** For formats whose entries have units. */
      readonly unit?: EntryUnit
      /** For formats that hold the source text beside the translation. */
      readonly source?: string
      readonly state?: EntryState
      readonly comment?: string
      readonly maxLength?: number
    }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'rename'; readonly name: string; readonly path: EntryPath; readonly unit?: EntryUnit }

/**
 * What a file can hold beside names and texts: what it cannot is lost on the way into it, and a report says
 * so.
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

/** Something that a file says and that is no text: of a key, or of the whole file (null). */
export type Detail = { readonly owner: string | null; readonly text: string }

/** How sure a format is that a file is one of its own, from the name and the first bytes. */
export type Recognition = {
  /** 0 not at all, 1 it may be, 2 it looks like it, 3 nothing else looks like this. */
  readonly certainty: 0 | 1 | 2 | 3
  /** Stable code of the reason, for the person who is asked whether it is right. */
  readonly reason: string
}

export type FileLanguages = {
  /** As written in the file; null where it does not say. */
  readonly source: string | null
  readonly targets: readonly string[]
}

export interface Format {
  readonly id: string
  /** With the dot, lower case. */
  readonly extensions: readonly string[]
  /** Texts of one language in a file, of two (source and translation), or of any number. */
  readonly languages: 'one' | 'two' | 'many'
  /**
   * Where the plural forms of a key are: entries with suffixed names (i18next), entries with units, within
   * the text (ICU, pipes), or nowhere.
   */
  readonly plurals: 'names' | 'units' | 'text' | 'none'
  /**
   * Which syntax the placeholders of its texts have; an id of core's message syntaxes. Where several are
   * usual, the usual one.
   */
  readonly syntax: string
  readonly supports: readonly Capability[]
  /**
   * The states that a file can tell apart, where it holds any: it says `translated` of what it cannot say to
   * be reviewed.
   */
  readonly states?: readonly EntryState[]
  /** `head` is the decoded start of the file, at most some thousand characters. Never throws. */
  recognise(path: string, head: string): Recognition
  /** What languages a file of two or many has. Never throws. */
  languagesIn?(bytes: Uint8Array): FileLanguages
  /**
   * Whether a file of one language holds the texts beside it that these were translated from, which a view of
   * side `source` shows. Never throws.
   */
  holdsSources?(bytes: Uint8Array): boolean
  /**
   * Never throws on content: what is not understood stays in `text` and is never rewritten. Without a view:
   * the translations, in whatever language the file says.
   */
  read(bytes: Uint8Array, view?: View): Document
  /**
   * The file's new bytes after the edits, applied in their order. No edit, or a text that is there already,
   * gives the same bytes; an edit touches the bytes of its own value. `add` of a name that exists sets it;
   * `remove` of a missing name does nothing. `model`, a sibling file, gives the style where the document
   * shows none, as `{}` does. Throws EditError: the document is not whole, `set` or `rename` of a missing
   * name, a name whose place is taken, a text the file cannot hold.
   */
  edit(document: Document, edits: readonly EntryEdit[], model?: Document | null): Uint8Array
  /**
   * What the file says beside names, texts and what its entries tell of them. Absent: what a new file of the
   * same entries does not say again tells it.
   */
  detailsOf?(document: Document): readonly Detail[]
  /** What a text must be so that this file can hold it. Absent: any text will do. */
  limitsOf?(document: Document): TextLimits
  /**
   * A new file holding what `edits` add, in the style (encoding, indentation, line ends, final newline,
   * escapes) of `model`.
   */
  create(model: Document | null, edits: readonly EntryEdit[], view?: View): Uint8Array
}

/**
 * The name of an entry that holds one plural form: the key's name, and the form after a character that no
 * name has.
 */
export function unitEntryName(unit: Pick<EntryUnit, 'name' | 'plural' | 'form'>): string {
  return unit.plural === 'none'
    ? unit.name
    : `${unit.name}\u0000${unit.plural === 'ordinal' ? 'ordinal-' : ''}${unit.form}`
}

/** Whether the document may be written: no issue says that a part of it was not understood. */
export function isWhole(document: Document): boolean {
  return document.issues.every((issue) => issue.severity !== 'error')
}

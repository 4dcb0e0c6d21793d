import type { EntryPath, Issue, Span } from '@dragoman/core'

/** How the bytes of one file become text and text becomes those bytes again. */
export type Encoding = { readonly charset: 'utf-8' | 'utf-16le' | 'utf-16be'; readonly bom: boolean }

/** One translatable text of a file: where it stands and what it says. */
export type Entry = {
  readonly path: EntryPath
  /** `path` joined with dots: the name an app asks for. */
  readonly name: string
  /** Always well-formed Unicode, so that every store gives back the same text. */
  readonly text: string
  /** The whole value with its quotes, in UTF-16 code units of the document's text. */
  readonly span: Span
  readonly comment?: string
}

/**
 * A file that has been read: its exact text, the entries found in it and what is wrong with it.
 * `entries` is in file order with one entry per name; of duplicates the one that i18next would use is here and an issue tells of the other.
 * A document with an issue of severity `error` is not whole: it is shown but never written.
 */
export type Document = {
  readonly format: string
  /** Without the byte order mark, which `encoding` remembers. */
  readonly text: string
  readonly encoding: Encoding
  readonly entries: ReadonlyMap<string, Entry>
  readonly issues: readonly Issue[]
}

/** What is to become of one entry of a document. */
export type EntryEdit =
  | { readonly kind: 'set'; readonly name: string; readonly text: string }
  | {
      readonly kind: 'add'
      readonly path: EntryPath
      readonly text: string
      /** Names that precede the new entry in the source language's file, nearest first: the entry goes after the first one that exists here. */
      readonly after: readonly string[]
    }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'rename'; readonly name: string; readonly path: EntryPath }

export interface Format {
  readonly id: string
  /** With the dot, lower case. */
  readonly extensions: readonly string[]
  /** Never throws on content: what is not understood stays in `text` and is never rewritten. */
  read(bytes: Uint8Array): Document
  /**
   * The file's new bytes after the edits, applied in their order. No edit, or a text that is there already, gives the same bytes;
   * an edit touches the bytes of its own value. `add` of a name that exists sets it; `remove` of a missing name does nothing.
   * `model`, a sibling file, gives the style where the document shows none, as `{}` does.
   * Throws EditError: the document is not whole, `set` or `rename` of a missing name, or a name whose place is taken.
   */
  edit(document: Document, edits: readonly EntryEdit[], model?: Document | null): Uint8Array
  /** A new file holding what `edits` add, in the style (encoding, indentation, line ends, final newline, escapes) of `model`. */
  create(model: Document | null, edits: readonly EntryEdit[]): Uint8Array
}

/** Whether the document may be written: no issue says that a part of it was not understood. */
export function isWhole(document: Document): boolean {
  return document.issues.every((issue) => issue.severity !== 'error')
}

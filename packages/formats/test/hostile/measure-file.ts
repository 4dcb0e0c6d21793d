import { type Document, EditError, type EntryEdit, type Format, isWhole, type View } from '../../src/index.ts'

/** How long the work on one file took, in seconds of the clock used, and its results. */
export type FileCost = {
  readonly read: number
  /** The slowest of setting, adding and removing one entry. */
  readonly edit: number
  readonly languages: number
  readonly entries: number
  /** Code of the first error of the document, or null if it is whole. */
  readonly refused: string | null
}

/**
 * Reads a file, and sets, adds and removes one entry if it is whole. `seconds` is the clock; `onRead` is
 * called with the document.
 */
export function measureFile(
  format: Format,
  bytes: Uint8Array,
  { seconds = () => performance.now() / 1000, onRead, view }: Partial<Measure> = {},
): FileCost {
  const timed = <T>(run: () => T): readonly [T, number] => {
    const started = seconds()
    const result = run()
    return [result, seconds() - started]
  }
  const [document, read] = timed(() => format.read(bytes, view))
  onRead?.(document)
  const [, languages] = timed(() => format.languagesIn?.(bytes))
  const refused = document.issues.find(({ severity }) => severity === 'error')?.code ?? null
  let edit = 0
  for (const each of isWhole(document) ? editsOf(document) : [])
    edit = Math.max(edit, timed(() => attempt(() => format.edit(document, [each])))[1])
  return { read, edit, languages, entries: document.entries.size, refused }
}

export type Measure = {
  readonly seconds: () => number
  readonly onRead: (document: Document) => void
  readonly view: View
}

function editsOf({ entries }: Document): readonly EntryEdit[] {
  const names = [...entries.keys()]
  const name = names[names.length >> 1]
  return [
    ...(name === undefined
      ? []
      : [{ kind: 'set', name, text: 'New' } as const, { kind: 'remove', name } as const]),
    { kind: 'add', path: ['new', 'entry'], text: 'New', after: names.slice(-2) },
    { kind: 'add', path: ['new_entry'], text: 'New', after: name === undefined ? [] : [name] },
  ]
}

function attempt(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof EditError)) throw error
  }
}

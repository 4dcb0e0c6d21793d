import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Document, decodeBytes, type Entry, type Format, formatById } from '@dragoman/formats'
import { corpusFiles } from '../../packages/formats/test/corpus/files.ts'
import { CORPUS_FOLDERS, type CorpusFolder } from '../../packages/formats/test/corpus/projects.ts'
import { viewsOf } from '../../packages/formats/test/laws/views.ts'
import { LIBRARIES, type Library } from './libraries.ts'
import { lineChanges } from './line-changes.ts'
import { setLeaf } from './set-leaf.ts'
import { startTranslateToolkit, type TranslateToolkit } from './translate-toolkit.ts'

/** The results of one program for one folder's files. */
export type PeerRow = {
  readonly folder: string
  readonly program: string
  readonly files: number
  /** Files that were written back byte for byte. */
  readonly same: number
  /** Files that could not be read or written. */
  readonly failed: number
  /** Number of lines that one edit changed, for each file in which it was possible. */
  readonly changes: readonly number[]
}

type Sample = {
  readonly path: string
  readonly bytes: Buffer
  readonly document: Document
  readonly entry: Entry | null
}

/** Lets every program read and write the same files, and set the same text in each. */
export async function measurePeers(
  folders: ReadonlySet<string> | null,
): Promise<{ readonly rows: readonly PeerRow[]; readonly toolkit: string | null }> {
  const toolkit = await startTranslateToolkit()
  if (toolkit === null)
    console.log(
      'Translate Toolkit is not installed (Debian: apt-get install translate-toolkit), so it is left out.',
    )
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'dragoman-peers-'))
  const rows: PeerRow[] = []
  try {
    for (const folder of CORPUS_FOLDERS) {
      const format = formatById(folder.format)
      if (format === null || (folders !== null && !folders.has(folder.folder))) continue
      const samples = samplesOf(folder, format)
      rows.push(
        rowOf(
          folder.folder,
          'Dragoman',
          samples.map((sample) => ownOutcome(format, sample)),
        ),
      )
      for (const library of LIBRARIES.filter(({ formats }) => formats.includes(format.id))) {
        const outcomes: Outcome[] = []
        for (const sample of samples) outcomes.push(await libraryOutcome(library, sample))
        rows.push(rowOf(folder.folder, library.name, outcomes))
      }
      if (toolkit?.formats.has(format.id)) {
        const outcomes: Outcome[] = []
        for (const sample of samples)
          outcomes.push(await toolkitOutcome(toolkit, format.id, sample, path.join(scratch, 'out')))
        rows.push(rowOf(folder.folder, 'Translate Toolkit', outcomes))
      }
      console.log(
        `${folder.folder}: ${samples.length} files by ${rows.filter((row) => row.folder === folder.folder).length} programs`,
      )
    }
  } finally {
    toolkit?.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
  return { rows, toolkit: toolkit?.version ?? null }
}

/** Null: the file could not be read or written. `changes` null: the edit was not possible. */
type Outcome = { readonly same: boolean; readonly changes: number | null } | null

function rowOf(folder: string, program: string, outcomes: readonly Outcome[]): PeerRow {
  return {
    folder,
    program,
    files: outcomes.length,
    same: outcomes.filter((outcome) => outcome?.same).length,
    failed: outcomes.filter((outcome) => outcome === null).length,
    changes: outcomes.map((outcome) => outcome?.changes ?? null).filter((changes) => changes !== null),
  }
}

function samplesOf(folder: CorpusFolder, format: Format): readonly Sample[] {
  return corpusFiles(folder.folder)
    .filter((file) => !folder.invalid?.test(file) && !folder.others?.some((other) => other.files.test(file)))
    .map((file) => {
      const bytes = readFileSync(file)
      const document = format.read(bytes, viewsOf(format, bytes, 'en')[0])
      return { path: file, bytes, document, entry: plainEntry(document) }
    })
}

/**
 * Returns the entry nearest to the middle whose text is plain and unique in the file, so that every program
 * can set the same one.
 */
function plainEntry({ text, entries }: Document): Entry | null {
  const all = [...entries.values()]
  const middle = all.length / 2
  const nearest = all
    .map((entry, at) => ({ entry, away: Math.abs(at - middle) }))
    .sort((a, b) => a.away - b.away)
  const isOnce = (part: string) => text.indexOf(part) >= 0 && text.indexOf(part) === text.lastIndexOf(part)
  return (
    nearest.find(
      ({ entry }) =>
        /^\p{L}[\p{L}\p{M} ]*\p{L}$/u.test(entry.text) && entry.text !== entry.source && isOnce(entry.text),
    )?.entry ?? null
  )
}

function ownOutcome(format: Format, { bytes, document, entry }: Sample): Outcome {
  const same = bytes.equals(format.edit(document, []))
  if (entry === null) return { same, changes: null }
  const edited = format.edit(document, [{ kind: 'set', name: entry.name, text: `${entry.text} x` }])
  return { same, changes: lineChanges(bytes, Buffer.from(edited)) }
}

async function libraryOutcome(library: Library, { bytes, document, entry }: Sample): Promise<Outcome> {
  try {
    const { text, encoding } = decodeBytes(bytes)
    const tree = await library.parse(text, bytes)
    const same = bytes.equals(await library.write(tree, text, encoding))
    const set = library.set ?? setLeaf
    if (entry === null || !set(tree, entry.text, `${entry.text} x`)) return { same, changes: null }
    return {
      same,
      changes: lineChanges(bytes, Buffer.from(await library.write(tree, document.text, encoding))),
    }
  } catch {
    return null // Any error of a library means that it does not support this file.
  }
}

async function toolkitOutcome(
  toolkit: TranslateToolkit,
  format: string,
  { path: file, bytes, entry }: Sample,
  out: string,
): Promise<Outcome> {
  const answer = await toolkit.ask({ format, path: file, out, text: entry?.text ?? null })
  if (answer.error !== undefined) return null
  const same = bytes.equals(readFileSync(out))
  return { same, changes: answer.edited ? lineChanges(bytes, readFileSync(`${out}.edited`)) : null }
}

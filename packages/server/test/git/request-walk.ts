import type { EditorRowReply } from '@dragoman/contract'
import { expect } from 'vitest'
import { partsOfWorkbook, workbookWith } from '../../../formats/test/xlsx-file.ts'
import { bytesAt, type ConnectedSource, differencesOf, type LookedAt } from './request-world.ts'

/**
 * Four texts of one file, to be replaced in its bytes without any of our code: each occurs exactly once, and
 * is plain, so that every format writes it the same way.
 */
export type ChosenTexts = {
  readonly path: string
  readonly language: string
  readonly rows: readonly EditorRowReply[]
}

/**
 * Letters of any script, and words with digits or placeholders: nothing that a format escapes, quotes or
 * wraps.
 */
const PLAIN = /^(?:[\p{L}\p{M}\p{N}-]+|%l?d)(?: (?:[\p{L}\p{M}\p{N}-]+|%l?d))*[.!]?$/u
const LETTERS = /\p{L}.*\p{L}/u
const LONGEST = 80
const CHARSETS = ['utf8', 'utf16le', 'latin1'] as const
const NEEDED = 4
/** Formats whose source texts cannot be edited, because they are the names of the keys. */
const NAMES_ARE_SOURCES: ReadonlySet<string> = new Set(['gettext-po', 'qt-ts'])

/** Null if no file of the source has four such texts. */
export async function chooseTexts(
  { repository }: Pick<LookedAt, 'repository'>,
  source: ConnectedSource,
): Promise<ChosenTexts | null> {
  const { files, sourceLanguage } = source.found
  const languages = [...new Set(files.map(({ language }) => language))]
  const targets = languages.filter((language) => language !== sourceLanguage)
  const mayEditSources = targets.length === 0 && !NAMES_ARE_SOURCES.has(source.found.format)
  for (const language of mayEditSources ? [sourceLanguage] : targets) {
    const rows = (await source.rows(language, 'state:translated')).filter(isPlain)
    for (const file of files.filter((one) => one.language === language)) {
      const { texts } = unpacked(file.path, bytesAt(repository, 'main', file.path))
      const own = rows.filter(
        ({ key, target }) =>
          key.namespace === file.namespace && charsetOf(texts, target.forms.other ?? '') !== null,
      )
      if (own.length < NEEDED) continue
      const step = Math.floor(own.length / NEEDED)
      return { path: file.path, language, rows: own.filter((_, at) => at % step === 0).slice(0, NEEDED) }
    }
  }
  return null
}

function isPlain({ key, target: { forms } }: EditorRowReply): boolean {
  const text = forms.other ?? ''
  if (text.length > LONGEST || (key.maxLength ?? LONGEST) < LONGEST) return false
  return PLAIN.test(text) && LETTERS.test(text)
}

/** Returns another text with the same placeholders. */
function anotherOf({ target }: EditorRowReply, words: string): string {
  return [words, ...(target.forms.other?.match(/%l?d/g) ?? [])].join(' ')
}

/** Returns the encoding of a text that occurs exactly once in the bytes; null otherwise. */
function charsetOf(bytes: Buffer, text: string): (typeof CHARSETS)[number] | null {
  for (const charset of CHARSETS) {
    const part = Buffer.from(text, charset)
    const at = bytes.indexOf(part)
    if (at >= 0) return bytes.indexOf(part, at + 1) < 0 ? charset : null
  }
  return null
}

/** Returns a file in searchable form: for a workbook, the sheet and its other parts. */
function unpacked(path: string, bytes: Buffer): { readonly texts: Buffer; readonly others: object } {
  if (!path.endsWith('.xlsx')) return { texts: bytes, others: {} }
  const { [SHEET]: sheet = new Uint8Array(), ...others } = partsOfWorkbook(bytes)
  return { texts: Buffer.from(sheet), others }
}

const SHEET = 'xl/worksheets/sheet1.xml'

/** Replaces texts in the file, without any of our code. */
function withTexts(path: string, bytes: Buffer, changes: readonly Change[]): Buffer {
  let { texts } = unpacked(path, bytes)
  for (const [row, next] of changes) {
    const text = row.target.forms.other ?? ''
    const charset = charsetOf(texts, text)
    if (charset === null) throw new Error(`${text} is not there once`)
    const part = Buffer.from(text, charset)
    const at = texts.indexOf(part)
    texts = Buffer.concat([
      texts.subarray(0, at),
      Buffer.from(next, charset),
      texts.subarray(at + part.length),
    ])
  }
  return path.endsWith('.xlsx') ? Buffer.from(workbookWith(bytes, { [SHEET]: texts })) : texts
}

type Change = readonly [EditorRowReply, string]

/**
 * Three texts by two people are a pull request of exactly those; a developer's change of another text of the
 * file merges automatically, and one of the same text becomes a conflict.
 */
export async function walkRequest(
  { repository, forge }: Pick<LookedAt, 'repository' | 'forge'>,
  source: ConnectedSource,
  { path, language, rows }: ChosenTexts,
): Promise<void> {
  const { branch, tara, tom } = source
  const [first, second, third, other] = rows
  if (first === undefined || second === undefined || third === undefined || other === undefined)
    throw new Error('Four texts are needed')
  const comparable = (bytes: Buffer) => {
    const { texts, others } = unpacked(path, bytes)
    return { texts: texts.toString('latin1'), others }
  }
  const at = (ref: string) => comparable(bytesAt(repository, ref, path))
  const edit = (bytes: Buffer, changes: readonly Change[]) => withTexts(path, bytes, changes)
  const original = bytesAt(repository, 'main', path)
  const changeOf = (row: EditorRowReply, words: string) => [row, anotherOf(row, words)] as const
  const ofTara = [changeOf(first, 'Tara eins'), changeOf(second, 'Tara zwei')]
  const ofTom = [changeOf(third, 'Tom drei')]
  const before = new Set(repository.log('main', '%H'))

  for (const [row, text] of ofTara) await source.save(tara, row, language, text)
  for (const [row, text] of ofTom) await source.save(tom, row, language, text)
  await source.send()
  const mode = differencesOf(repository, 'main', branch)[0]?.split(' ')[1] ?? ''
  expect(differencesOf(repository, 'main', branch)).toEqual([`M ${mode} ${mode} ${path}`])
  expect(at(`${branch}~1`)).toEqual(comparable(edit(original, ofTara)))
  expect(at(branch)).toEqual(comparable(edit(original, [...ofTara, ...ofTom])))
  expect(repository.log(`main..${branch}`, '%an <%ae>')).toEqual([
    expect.stringMatching(/^Tom <\d+\+tom@users\.noreply\./),
    expect.stringMatching(/^Tara <\d+\+tara@users\.noreply\./),
  ])
  expect(new Set(repository.log('main', '%H'))).toEqual(before)
  const opened = forge.pulls.filter(({ head, state }) => head === branch && state === 'open')
  expect(opened.map(({ base }) => base)).toEqual(['main'])

  const commit = (bytes: Buffer, message: string) => {
    repository.write({ [path]: bytes })
    repository.commit(message)
  }
  const onMain = edit(original, [changeOf(other, 'Dana vier')])
  commit(onMain, 'Say four')
  await source.sync()
  expect(await source.conflicts()).toEqual([])

  const [, danas] = changeOf(first, 'Dana eins')
  const alsoOnMain = edit(onMain, [[first, danas]])
  commit(alsoOnMain, 'Say one')
  await source.send()
  expect(await source.conflicts()).toEqual([
    expect.objectContaining({
      path,
      language,
      name: first.key.name,
      base: first.target.forms,
      ours: { ...first.target.forms, other: ofTara[0]?.[1] },
      theirs: { ...first.target.forms, other: danas },
    }),
  ])
  expect(at(branch)).toEqual(comparable(edit(alsoOnMain, [...ofTara.slice(1), ...ofTom])))
  expect(at('main')).toEqual(comparable(alsoOnMain))
  expect(forge.pulls.filter(({ head, state }) => head === branch && state === 'open')).toHaveLength(1)
}
